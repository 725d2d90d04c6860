// Everything that a tool call would do, for people: what would run or change, and separately all other input of the tool.
import { isShortened } from "../is-shortened.ts";
import { directoryNote, type Shown } from "../questions/shown.ts";
import { fieldNotes, isFilled, otherFields } from "../tool-calls/input-fields.ts";
import { namedPath } from "../tool-calls/named-path.ts";
import { otherDirectory } from "../tool-calls/other-directory.ts";
import { isPlainPatch, namesFiles } from "../tool-calls/patch.ts";
import { commandIn } from "../tool-calls/said-command.ts";
import type { ToolInput } from "../tool-calls/tool-title.ts";
import { contentText, proposedText } from "./content.ts";
import type { ToolCall } from "./protocol.ts";
import { type Diff, repeatedFields } from "./repeated-fields.ts";

/** `cwd` is the agent's directory: it is not mentioned for a command that runs there. */
export function shownOf({ title, kind, content, rawInput }: ToolCall, cwd: string): Shown {
  const diffs = content?.filter((one) => one.type === "diff") ?? [];
  const said = contentText(content?.filter((one) => one.type !== "diff") ?? []);
  const { parts, notes, says } = partsOf({ title, kind, diffs, rawInput, cwd });
  const detail = parts.filter((part) => part !== "").join("\n\n");
  if (detail === "") return { detail: said, notes };
  const isSaid = said === "" || parts.includes(said) || says.includes(said);
  return { detail, notes: [...notes, ...(isSaid ? [] : [`the agent says: ${said}`])] };
}

interface Parts {
  /** What would run or change; a command is always alone. */
  parts: string[];
  notes: string[];
  /** The whole texts in it. */
  says: string[];
}

const changes = ["edit", "delete", "move", "read"];

function partsOf({
  title,
  kind,
  diffs,
  rawInput,
  cwd,
}: Pick<ToolCall, "title" | "kind" | "rawInput"> & { diffs: readonly Diff[]; cwd: string }): Parts {
  const input = inputIn(rawInput);
  const changed = diffs.map((diff) => `and a change of ${proposedText(diff)}`);
  if (typeof rawInput === "string") return { parts: [rawInput], notes: changed, says: [rawInput] };
  const command = changes.includes(kind ?? "") ? null : commandIn(input);
  if (command) {
    const where = otherDirectory(cwd, command.cwd ?? "") === null ? [] : [directoryNote(command.cwd ?? "")];
    const rest = fieldsOf(input, command.fields);
    return { parts: [command.line], notes: [...where, ...changed, ...rest.notes], says: rest.says };
  }
  // A list or a single value has no fields.
  const unnamed = isFilled(rawInput) && Object.keys(input).length === 0 ? [JSON.stringify(rawInput, null, 2)] : [];
  const patch = typeof input.diff === "string" && input.diff !== "" ? input.diff : null;
  if (diffs.length > 0 || patch !== null) {
    const isNew = patch !== null && !saysSame(diffs, patch, cwd);
    const parts = [...diffs.map(proposedText), ...(isNew ? [trimmed(patch)] : [])];
    const repeated = repeatedFields(input, { diffs, patch, cwd });
    const rest = fieldsOf(input, [...(patch === null ? [] : ["diff"]), ...repeated]);
    return { parts, notes: [...rest.notes, ...unnamed], says: rest.says };
  }
  if (isFilled(rawInput)) return { parts: [JSON.stringify(rawInput, null, 2)], notes: [], says: [] };
  // Some agents send no input: then the title is the command, and the content tells the directory.
  return { parts: kind === "execute" && title ? [title] : [], notes: [], says: [] };
}

/** A text of which only the beginning is known stays unchanged, so that it can be restored. */
const trimmed = (text: string): string => (isShortened(text) ? text : text.trim());

const isPatchHead = (line: string): boolean =>
  /^($|(---|\+\+\+|@@|diff|index|Index:|(new|create) file mode) |=+$|\\ No newline)/.test(line);

/** Whether a patch changes the same lines of the same files. */
function saysSame(diffs: readonly Diff[], patch: string, cwd: string): boolean {
  const parts = diffs.map(proposedText);
  if (parts.length === 0 || [...parts, patch].some(isShortened)) return false;
  if (parts.length !== (patch.match(/^\+\+\+ /gm) ?? []).length) return false;
  const where = { cwd, paths: diffs.map(({ path }) => namedPath(cwd, path)) };
  if (!isPlainPatch(patch, where) || !namesFiles(patch, where)) return false;
  const changedIn = (text: string): string =>
    text
      .split("\n")
      .filter((line) => /^[-+]/.test(line) && !/^(---|\+\+\+) /.test(line))
      .join("\n");
  const shown = new Set(parts.flatMap((part) => part.split("\n")));
  const isAllShown = patch.split("\n").every((line) => isPatchHead(line) || shown.has(line));
  return isAllShown && changedIn(parts.join("\n")) === changedIn(patch);
}

/** Lists and single values have no names. */
export const inputIn = (rawInput: unknown): ToolInput =>
  typeof rawInput === "object" && rawInput !== null && !Array.isArray(rawInput) ? (rawInput as ToolInput) : {};

/** The fields that nothing else shows. */
function fieldsOf(input: ToolInput, shown: readonly string[]): Pick<Parts, "notes" | "says"> {
  const rest = otherFields(input, shown);
  return { notes: fieldNotes(rest), says: rest.flatMap(([, value]) => (typeof value === "string" ? [value] : [])) };
}
