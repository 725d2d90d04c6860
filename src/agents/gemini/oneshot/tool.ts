// How Gemini CLI's tools are shown, and which file they access.
import { isAbsolute, resolve } from "node:path";
import { textBytes } from "../../kit/text-bytes.ts";
import { describeTools, type ToolInput, type Tools } from "../../kit/tool-calls/tool-title.ts";

const tools: Tools = {
  run_shell_command: { kind: "execute", verb: "Run", subject: "command" },
  write_file: { kind: "edit", verb: "Write", subject: "file_path" },
  replace: { kind: "edit", verb: "Edit", subject: "file_path" },
  read_file: { kind: "read", verb: "Read", subject: "file_path" },
  read_many_files: { kind: "read", verb: "Read files" },
  list_directory: { kind: "search", verb: "List", subject: "dir_path" },
  glob: { kind: "search", verb: "Find", subject: "pattern" },
  grep_search: { kind: "search", verb: "Search for", subject: "pattern" },
  search_file_content: { kind: "search", verb: "Search for", subject: "pattern" },
  web_fetch: { kind: "fetch", verb: "Fetch", subject: "prompt" },
  google_web_search: { kind: "fetch", verb: "Search the web for", subject: "query" },
  invoke_agent: { kind: "think", verb: "Delegate to", subject: "agent_name" },
  enter_plan_mode: { kind: "think", verb: "Make a plan first" },
  exit_plan_mode: { kind: "think", verb: "Leave plan mode and begin" },
  write_todos: { kind: "think", verb: "Update the to-do list" },
  update_topic: { kind: "think", verb: "Name the topic" },
};

export const { kindOf, titleOf } = describeTools(tools);

/** The file that a tool reads or writes; null for all other tools. */
export function fileOf(name: string, input: ToolInput, cwd: string): { path: string; bytes: number | null } | null {
  const { file_path: path, content } = input;
  if (typeof path !== "string" || !["read", "edit"].includes(kindOf(name))) return null;
  const bytes = name === "write_file" && typeof content === "string" ? textBytes(content) : null;
  return { path: isAbsolute(path) ? path : resolve(cwd, path), bytes };
}
