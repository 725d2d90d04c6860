// How Pi's tools are shown: a kind, a short title, and exactly what they would do. Shared with the extension.
import { pathLine, type Replacement, replacementsShown, type Shown } from "../kit/questions/shown.ts";
import { fieldNotes, otherFields } from "../kit/tool-calls/input-fields.ts";
import { describeTools, type ToolInput } from "../kit/tool-calls/tool-title.ts";

const tools = {
  bash: { kind: "execute", verb: "Run", subject: "command" },
  powershell: { kind: "execute", verb: "Run", subject: "command" },
  read: { kind: "read", verb: "Read", subject: "path" },
  write: { kind: "edit", verb: "Write", subject: "path" },
  edit: { kind: "edit", verb: "Edit", subject: "path" },
  grep: { kind: "search", verb: "Search for", subject: "pattern" },
  find: { kind: "search", verb: "Find", subject: "pattern" },
  ls: { kind: "search", verb: "List", subject: "path" },
} as const;

type Kind = (typeof tools)[keyof typeof tools]["kind"] | "other";

const own = describeTools(tools);

export const kindOf = (name: string): Kind => own.kindOf(name) as Kind;
export const { titleOf } = own;

/** The path in a tool's input; null if it has none. */
export function pathIn(name: string, input: ToolInput): string | null {
  const kind = kindOf(name);
  if (kind !== "read" && kind !== "edit") return null;
  return typeof input.path === "string" ? input.path : null;
}

/** The command in a tool's input; null if it has none. */
export const commandIn = (name: string, input: ToolInput): string | null =>
  kindOf(name) === "execute" && typeof input.command === "string" ? input.command : null;

/** Everything that a yes would allow: the command, the file's new text, the replaced and the new text; else the input. */
export function shownOf(name: string, input: ToolInput): Shown {
  const command = commandIn(name, input);
  const known = ["command", ...(typeof input.timeout === "number" ? ["timeout"] : [])];
  if (command !== null) return { detail: command, notes: fieldNotes(otherFields(input, known)) };
  return changeIn(name, input) ?? { detail: JSON.stringify(input, null, 2), notes: [] };
}

/** Null for a tool that changes no file, and for an input with other fields. */
function changeIn(name: string, input: ToolInput): Shown | null {
  const { path, content } = input;
  if (typeof path !== "string") return null;
  if (name === "write" && typeof content === "string" && hasOnly(input, ["path", "content"]))
    return { detail: `${pathLine(path)}\n\n${content}`, notes: [] };
  const replacements = name === "edit" ? replacementsIn(input) : null;
  return replacements === null ? null : replacementsShown(pathLine(path), replacements);
}

/** Whether a change has other fields than its file and texts, which are all that rules check. */
export const hasMoreThanTexts = (name: string, input: ToolInput): boolean =>
  kindOf(name) === "edit" && !(name === "write" ? hasOnly(input, ["path", "content"]) : replacementsIn(input) !== null);

/** An unknown field must be shown. */
const hasOnly = (input: ToolInput, names: readonly string[]): boolean =>
  Object.keys(input).every((name) => names.includes(name));

function replacementsIn(input: ToolInput): Replacement[] | null {
  if (!Array.isArray(input.edits) || !hasOnly(input, ["path", "edits"])) return null;
  const found = input.edits.map(({ oldText, newText, ...more }: Record<string, unknown>): Replacement | null =>
    typeof oldText === "string" && typeof newText === "string" && Object.keys(more).length === 0
      ? { old: oldText, new: newText }
      : null,
  );
  return found.every((one) => one !== null) ? found : null;
}
