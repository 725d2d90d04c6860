// What is said of changes: of a file, of all of them, and of what is not known.
import type { FileChange } from "../../core/index.ts";
import type { DiffAnswer, DiffNote, DiffTurn } from "../../protocol/index.ts";
import { countText } from "../transcript/words.ts";

/** "3 files changed, +58 −12". */
export const totalText = ({ files, added, removed }: DiffAnswer["total"]): string =>
  files === 0 ? "Nothing changed" : `${countText(files, "file")} changed, +${added} −${removed}`;

/** One letter and its meaning. */
export const statusSigns = {
  added: ["A", "added"],
  modified: ["M", "modified"],
  deleted: ["D", "deleted"],
  renamed: ["R", "renamed"],
} as const satisfies Record<FileChange["status"], readonly [string, string]>;

/** What a file's lines do not show. */
export function remarksOn(file: FileChange): string[] {
  const { kind, oldPath, oldMode, newMode, isMixed, cut, hunks, status } = file;
  const isNew = status === "added" || status === "deleted";
  const modes = oldMode !== undefined && newMode !== undefined && oldMode.slice(0, 3) === newMode.slice(0, 3);
  return [
    ...(oldPath === undefined ? [] : [`renamed from ${oldPath}`]),
    ...(modes ? [`permissions ${oldMode?.slice(3)} → ${newMode?.slice(3)}`] : []),
    ...(kind === "binary" ? ["a binary file"] : []),
    ...(kind === "submodule" ? ["a submodule"] : []),
    ...(kind === "symlink" ? ["a link"] : []),
    ...(isMixed ? ["also changed between turns, by somebody else"] : []),
    ...(cut && hunks.length > 0 ? ["the rest is too long"] : []),
    ...(cut && hunks.length === 0 ? ["too long to be shown with the others"] : []),
    ...(isNew && kind === "text" && hunks.length === 0 && !cut && file.added + file.removed === 0 ? ["empty"] : []),
  ];
}

const fromTools = "What is shown is from the agent's own edits; what its commands changed is not among it.";

const whyNoTrees: Readonly<Record<Exclude<DiffNote["code"], "turns_missing" | "left_out" | "others">, string>> = {
  no_repository: `There is no Git repository here. ${fromTools}`,
  not_recorded: `The files were not recorded before this work began. ${fromTools}`,
  elsewhere: `The files were recorded on another machine, or the record is gone. ${fromTools}`,
  no_git: `Git is not installed. ${fromTools}`,
  too_large: `Too much had changed here for a record of the files. ${fromTools}`,
  too_slow: `The repository is so large that a record of its files took too long. ${fromTools}`,
  late: `The turn ended while no daemon ran, so its end was not recorded. ${fromTools}`,
  failed: `The files could not be recorded; the daemon's log says why. ${fromTools}`,
};

export function noteText(note: DiffNote, nameOf: (session: string) => string): string {
  switch (note.code) {
    case "turns_missing":
      return `${countText(note.turns, "turn")} ${note.turns === 1 ? "is" : "are"} not among it: the files were not recorded then. Choose a turn to see what is known.`;
    case "left_out":
      return `Left out, because above 8 MB or a repository of their own: ${note.paths.join(", ")}.`;
    case "others": {
      const names = note.sessions.map(nameOf).join(", ");
      return `${note.sessions.length === 1 ? "Another session" : "Other sessions"} worked in this directory, too: ${names}. Their changes may be among these.`;
    }
    default:
      return whyNoTrees[note.code];
  }
}

/** "Turn 3: fix the tests". */
export const turnText = ({ turn, text }: Pick<DiffTurn, "turn" | "text">): string =>
  `${turn.replace(/^t(?=\d+$)/, "Turn ")}${text === null ? "" : `: ${text}`}`;

/** The files that are not in the list, or not with all of their lines. */
export function cutText({ files, total }: Pick<DiffAnswer, "files" | "total">): string | null {
  const missing = total.files - files.length;
  const cut = files.filter((file) => file.cut).length;
  const parts = [
    ...(cut > 0 ? [`${countText(cut, "file")} ${cut === 1 ? "is" : "are"} cut`] : []),
    ...(missing > 0 ? [`${countText(missing, "file")} ${missing === 1 ? "is" : "are"} not listed`] : []),
  ];
  return parts.length === 0 ? null : `There are too many lines: ${parts.join(", ")}.`;
}
