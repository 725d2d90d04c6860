// How Copilot CLI's tools are shown, and which file they read.
import { isAbsolute, resolve } from "node:path";
import { describeTools, type ToolInput, type Tools } from "../../kit/tool-calls/tool-title.ts";

const tools: Tools = {
  bash: { kind: "execute", verb: "Run", subject: "command" },
  powershell: { kind: "execute", verb: "Run", subject: "command" },
  read_bash: { kind: "execute", verb: "Look at a running command" },
  write_bash: { kind: "execute", verb: "Type into a running command", subject: "input" },
  stop_bash: { kind: "execute", verb: "Stop a running command" },
  list_bash: { kind: "execute", verb: "List running commands" },
  create: { kind: "edit", verb: "Write", subject: "path" },
  edit: { kind: "edit", verb: "Edit", subject: "path" },
  apply_patch: { kind: "edit", verb: "Change files" },
  view: { kind: "read", verb: "Read", subject: "path" },
  glob: { kind: "search", verb: "Find", subject: "pattern" },
  grep: { kind: "search", verb: "Search for", subject: "pattern" },
  rg: { kind: "search", verb: "Search for", subject: "pattern" },
  web_fetch: { kind: "fetch", verb: "Fetch", subject: "url" },
  web_search: { kind: "fetch", verb: "Search the web for", subject: "query" },
  task: { kind: "think", verb: "Delegate", subject: "description" },
  report_intent: { kind: "think", verb: "Announce the next step:", subject: "intent" },
  update_todo: { kind: "think", verb: "Update the to-do list" },
  exit_plan_mode: { kind: "think", verb: "Leave plan mode and begin" },
};

export const { kindOf, titleOf } = describeTools(tools);

/** The file that a tool reads; null for all others. Written files are reported by the agent itself. */
export function readPath(name: string, { path }: ToolInput, cwd: string): string | null {
  if (kindOf(name) !== "read" || typeof path !== "string") return null;
  return isAbsolute(path) ? path : resolve(cwd, path);
}
