// The whole of what would happen, for people: what would run or change, and apart from it everything else that the tool was given.
import { fieldNotes, isFilled, otherFields } from "../input-fields.ts";
import { isShortened } from "../is-shortened.ts";
import { namedPath } from "../named-path.ts";
import { otherDirectory } from "../other-directory.ts";
import { isPlainPatch, namesFiles } from "../patch.ts";
import { directoryNote, type Shown } from "../shown.ts";
import type { ToolInput } from "../tool-title.ts";
import { commandIn } from "./command.ts";
import { contentText, proposedText } from "./content.ts";
import type { ToolCall } from "./protocol.ts";

/** `cwd` is where the agent works: a command that runs there needs no word about it. */
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
  /** What would run or change; a command stands alone. */
  parts: string[];
  notes: string[];
  /** Texts that are in there, whole. */
  says: string[];
}

type Diffs = Extract<NonNullable<ToolCall["content"]>[number], { type: "diff" }>[];

const changes = ["edit", "delete", "move", "read"];

function partsOf({
  title,
  kind,
  diffs,
  rawInput,
  cwd,
}: Pick<ToolCall, "title" | "kind" | "rawInput"> & { diffs: Diffs; cwd: string }): Parts {
  const input = inputIn(rawInput);
  const changed = {
    parts: diffs.map(proposedText),
    notes: diffs.map((diff) => `and a change of ${proposedText(diff)}`),
    says: diffs.flatMap(({ path, oldText, newText }) => [path, oldText ?? "", newText]),
  };
  if (typeof rawInput === "string")
    return { parts: [rawInput], notes: changed.notes, says: [rawInput, ...changed.says] };
  const command = changes.includes(kind ?? "") ? null : commandIn(input);
  if (command) {
    const where = otherDirectory(cwd, command.cwd ?? "") === null ? [] : [directoryNote(command.cwd ?? "")];
    const rest = fieldsOf(input, { without: command.fields, says: changed.says });
    const notes = [...where, ...changed.notes, ...rest.notes];
    return { parts: [command.line], notes, says: [...changed.says, ...rest.says] };
  }
  // A list or a single value has no fields.
  const unnamed = isFilled(rawInput) && Object.keys(input).length === 0 ? [JSON.stringify(rawInput, null, 2)] : [];
  const { diff } = input;
  const isPatch = typeof diff === "string" && diff !== "";
  if (diffs.length > 0 || isPatch) {
    const parts = [...changed.parts, ...(isPatch && !saysSame(diffs, diff, cwd) ? [trimmed(diff)] : [])];
    const named = isPatch ? Object.values(input).filter((value) => isNamedIn(diff, value)) : [];
    const rest = fieldsOf(input, { without: isPatch ? ["diff"] : [], says: [...changed.says, ...named] });
    return { parts, notes: [...rest.notes, ...unnamed], says: [...changed.says, ...rest.says] };
  }
  if (isFilled(rawInput)) return { parts: [JSON.stringify(rawInput, null, 2)], notes: [], says: [] };
  // gemini 0.61 gives no input: its title is the command, and its content says where.
  return { parts: kind === "execute" && title ? [title] : [], notes: [], says: [] };
}

/** A file that the patch names is shown by it. */
const isNamedIn = (patch: string, value: unknown): value is string =>
  typeof value === "string" && patch.split("\n").some((line) => /^(---|\+\+\+) /.test(line) && line.endsWith(value));

/** A text that is known by its beginning stays as it is, so that it can be put back. */
const trimmed = (text: string): string => (isShortened(text) ? text : text.trim());

const isPatchHead = (line: string): boolean =>
  /^($|(---|\+\+\+|@@|diff|index|Index:|(new|create) file mode) |=+$|\\ No newline)/.test(line);

/** Whether a patch takes, gives and leaves the same lines of the same files. */
function saysSame(diffs: Diffs, patch: string, cwd: string): boolean {
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

/** The other fields; but for those whose text is already there. */
function fieldsOf(
  input: ToolInput,
  { without, says }: { without: readonly string[]; says: readonly string[] },
): Pick<Parts, "notes" | "says"> {
  const rest = otherFields(input, without).filter(([, value]) => typeof value !== "string" || !says.includes(value));
  return { notes: fieldNotes(rest), says: rest.flatMap(([, value]) => (typeof value === "string" ? [value] : [])) };
}
