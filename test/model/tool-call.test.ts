// Tool calls in terms of the tools that real agents offer: names and required arguments as Claude Code 2.1, Gemini CLI 0.61,
// Copilot 1.0, Codex 0.166, opencode 1.18 and pi 0.87 send them.
import { expect, test } from "vitest";
import type { Tool } from "../kit/model/request.ts";
import type { ToolStep } from "../kit/model/script.ts";
import { toolCall } from "../kit/model/tool-call.ts";

const tool = (name: string, required: string[], optional: string[] = []): Tool => ({
  name,
  namespace: null,
  schema: {
    type: "object",
    properties: Object.fromEntries([...required, ...optional].map((property) => [property, { type: "string" }])),
    required,
  },
});

const edits: Tool = {
  name: "edit",
  namespace: null,
  schema: {
    type: "object",
    properties: {
      path: { type: "string" },
      edits: {
        type: "array",
        items: {
          type: "object",
          properties: { oldText: { type: "string" }, newText: { type: "string" } },
          required: ["oldText", "newText"],
        },
      },
    },
    required: ["path", "edits"],
  },
};

const offered: Record<string, Tool[]> = {
  claude: [
    tool("Bash", ["command"], ["timeout", "description"]),
    tool("Edit", ["file_path", "old_string", "new_string"], ["replace_all"]),
    tool("Read", ["file_path"], ["offset"]),
    tool("Write", ["file_path", "content"]),
  ],
  gemini: [
    tool("list_directory", ["dir_path"]),
    tool("read_file", ["file_path"]),
    tool("replace", ["file_path", "instruction", "old_string", "new_string"]),
    tool("write_file", ["file_path", "content"]),
    tool("run_shell_command", ["command"], ["description"]),
  ],
  copilot: [
    tool("bash", ["command", "description"], ["mode"]),
    tool("read_bash", ["shellId"]),
    tool("view", ["path"]),
    tool("create", ["path", "file_text"]),
    tool("edit", ["path"], ["old_str", "new_str"]),
  ],
  codex: [
    tool("exec_command", ["cmd"], ["workdir"]),
    tool("write_stdin", ["session_id"]),
    { name: "apply_patch", namespace: null, schema: null },
  ],
  opencode: [
    tool("bash", ["command"]),
    tool("edit", ["filePath", "oldString", "newString"]),
    tool("read", ["filePath"]),
    tool("write", ["content", "filePath"]),
  ],
  pi: [tool("read", ["path"]), tool("bash", ["command"]), edits, tool("write", ["path", "content"])],
};

const run: ToolStep = { do: "run", command: "ls" };
const write: ToolStep = { do: "write", path: "/f", content: "1\n2" };
const edit: ToolStep = { do: "edit", path: "/f", from: "a", to: "b" };
const read: ToolStep = { do: "read", path: "/f" };

const added = "*** Begin Patch\n*** Add File: /f\n+1\n+2\n*** End Patch";
const changed = "*** Begin Patch\n*** Update File: /f\n@@\n-a\n+b\n*** End Patch";
const filled = "anything";

test.each<[string, ToolStep, string, unknown]>([
  ["claude", run, "Bash", { command: "ls" }],
  ["claude", write, "Write", { file_path: "/f", content: "1\n2" }],
  ["claude", edit, "Edit", { file_path: "/f", old_string: "a", new_string: "b" }],
  ["claude", read, "Read", { file_path: "/f" }],
  ["gemini", run, "run_shell_command", { command: "ls" }],
  ["gemini", write, "write_file", { file_path: "/f", content: "1\n2" }],
  ["gemini", edit, "replace", { file_path: "/f", instruction: filled, old_string: "a", new_string: "b" }],
  ["gemini", read, "read_file", { file_path: "/f" }],
  ["copilot", run, "bash", { command: "ls", description: filled }],
  ["copilot", write, "create", { path: "/f", file_text: "1\n2" }],
  ["copilot", edit, "edit", { path: "/f", old_str: "a", new_str: "b" }],
  ["copilot", read, "view", { path: "/f" }],
  ["codex", run, "exec_command", { cmd: "ls" }],
  ["codex", write, "apply_patch", added],
  ["codex", edit, "apply_patch", changed],
  ["codex", read, "exec_command", { cmd: "cat '/f'" }],
  ["opencode", run, "bash", { command: "ls" }],
  ["opencode", write, "write", { content: "1\n2", filePath: "/f" }],
  ["opencode", edit, "edit", { filePath: "/f", oldString: "a", newString: "b" }],
  ["opencode", read, "read", { filePath: "/f" }],
  ["pi", run, "bash", { command: "ls" }],
  ["pi", write, "write", { path: "/f", content: "1\n2" }],
  ["pi", edit, "edit", { path: "/f", edits: [{ oldText: "a", newText: "b" }] }],
  ["pi", read, "read", { path: "/f" }],
])("%s: %o is %s", (agent, step, name, input) => {
  expect(toolCall(step, offered[agent]!, "c1")).toEqual({ id: "c1", tool: name, namespace: null, input });
});

test("any tool can be called by its name", () => {
  const step: ToolStep = { do: "call", tool: "read_bash", input: { shellId: "1" } };
  expect(toolCall(step, offered.copilot!, "c1")).toMatchObject({ tool: "read_bash", input: { shellId: "1" } });
  expect(toolCall({ ...step, tool: "Agent" }, offered.copilot!, "c1")).toBeNull();
});
