// How Claude Code's tools are shown: a kind, a short title, and exactly what they would do.
import * as z from "zod";
import { pathLine, replacementsShown, type Shown } from "../kit/questions/shown.ts";
import { textBytes } from "../kit/text-bytes.ts";
import { fieldNotes, otherFields } from "../kit/tool-calls/input-fields.ts";
import { describeTools, type ToolInput, type Tools } from "../kit/tool-calls/tool-title.ts";

const tools: Tools = {
  Bash: { kind: "execute", verb: "Run", subject: "command" },
  PowerShell: { kind: "execute", verb: "Run", subject: "command" },
  Monitor: { kind: "execute", verb: "Watch", subject: "command" },
  Read: { kind: "read", verb: "Read", subject: "file_path" },
  Write: { kind: "edit", verb: "Write", subject: "file_path" },
  Edit: { kind: "edit", verb: "Edit", subject: "file_path" },
  MultiEdit: { kind: "edit", verb: "Edit", subject: "file_path" },
  NotebookEdit: { kind: "edit", verb: "Edit", subject: "notebook_path" },
  Glob: { kind: "search", verb: "Find", subject: "pattern" },
  Grep: { kind: "search", verb: "Search for", subject: "pattern" },
  LS: { kind: "search", verb: "List", subject: "path" },
  ToolSearch: { kind: "search", verb: "Look for tools:", subject: "query" },
  WebFetch: { kind: "fetch", verb: "Fetch", subject: "url" },
  WebSearch: { kind: "fetch", verb: "Search the web for", subject: "query" },
  Agent: { kind: "think", verb: "Delegate", subject: "description" },
  Task: { kind: "think", verb: "Delegate", subject: "description" },
  Skill: { kind: "other", verb: "Use the skill", subject: "skill" },
  AskUserQuestion: { kind: "other", verb: "Ask you" },
  EnterPlanMode: { kind: "think", verb: "Make a plan first" },
  ExitPlanMode: { kind: "think", verb: "Leave plan mode and begin" },
};

/** One of Claude Code's own. */
export const isOwn = (name: string): boolean => Object.hasOwn(tools, name);

const own = describeTools(tools);

export const { kindOf } = own;

/** Tools of MCP servers are called mcp__server__tool. */
export const titleOf: typeof own.titleOf = ({ name, ...call }) =>
  own.titleOf({ ...call, name: name.replace(/^mcp__(.+?)__/, "$1: ") });

const file = z.object({ file_path: z.string() });
const write = file.extend({ content: z.string() });
const edit = file.extend({ old_string: z.string(), new_string: z.string(), replace_all: z.boolean().default(false) });

/** Everything that a yes would allow: the command, the file's new text, the replaced and the new text; else the input. */
export function shownOf(name: string, input: ToolInput): Shown {
  const withOthers = (detail: string, ...shown: string[]): Shown => ({
    detail,
    notes: fieldNotes(otherFields(input, shown)),
  });
  if (typeof input.command === "string" && kindOf(name) === "execute")
    return withOthers(
      input.command,
      "command",
      ...(typeof input.dangerouslyDisableSandbox === "boolean" ? ["dangerouslyDisableSandbox"] : []),
    );
  if (name === "ExitPlanMode" && typeof input.plan === "string") return withOthers(input.plan, "plan");
  const written = write.safeParse(input);
  if (name === "Write" && written.success)
    return withOthers(`${pathLine(written.data.file_path)}\n\n${written.data.content}`, "file_path", "content");
  const edited = edit.safeParse(input);
  if (name === "Edit" && edited.success) {
    const { file_path, old_string, new_string, replace_all } = edited.data;
    const where = `${pathLine(file_path)}${replace_all ? " (everywhere)" : ""}`;
    const { detail, notes } = replacementsShown(where, [{ old: old_string, new: new_string }]);
    const others = withOthers(detail, "file_path", "old_string", "new_string", "replace_all");
    return { detail, notes: [...notes, ...others.notes] };
  }
  const [only, ...more] = Object.entries(input);
  const isSubject = only !== undefined && more.length === 0 && only[0] === tools[name]?.subject;
  if ((name === "Read" || name === "WebFetch") && isSubject && typeof only[1] === "string")
    return { detail: pathLine(only[1]), notes: [] };
  return { detail: JSON.stringify(input, null, 2), notes: [] };
}

/** The file that a tool accesses, for the fact after its end. */
export function fileOf(name: string, input: ToolInput): { path: string; bytes: number | null } | null {
  const path = input.file_path ?? input.notebook_path;
  if (typeof path !== "string" || !["read", "edit"].includes(kindOf(name))) return null;
  const bytes = name === "Write" && typeof input.content === "string" ? textBytes(input.content) : null;
  return { path, bytes };
}
