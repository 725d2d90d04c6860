// Items of `codex exec` as text and tool calls. Each is complete: started and finished, or only finished.
import { resolve } from "node:path";
import type { Fact } from "../../driver.ts";
import { idIn } from "../../kit/run-id.ts";
import { inside, shortened } from "../../kit/tool-calls/tool-title.ts";
import { type Change, changesInput, changesTitle, writeFacts, writesIn } from "../change.ts";
import { scriptIn, wordsOf } from "../command.ts";
import type { ExecItem } from "./protocol.ts";
import { type ExecState, MAX_CALLS, type Step } from "./state.ts";

type ToolItem = Exclude<ExecItem, { type: "agent_message" | "reasoning" | "todo_list" | "error" }>;

export function handleItem(state: ExecState, item: ExecItem, isDone: boolean): Step {
  switch (item.type) {
    case "agent_message":
    case "reasoning": {
      if (!isDone || item.text === "") return { state, facts: [] };
      const type = item.type === "reasoning" ? "agent_thought" : "agent_message";
      return { state, facts: [{ type, data: { messageId: idIn(state, item.id), text: item.text } }] };
    }
    case "todo_list": {
      const entries = item.items.map(({ text, completed }) => ({
        content: text,
        status: completed ? ("completed" as const) : ("pending" as const),
      }));
      return { state, facts: [{ type: "plan", data: { entries } }] };
    }
    case "error":
      return {
        state,
        facts: isDone ? [{ type: "notice", data: { kind: "warning", text: item.message.slice(0, 500) } }] : [],
      };
    default:
      return isDone ? endCall(state, item) : beginCall(state, item);
  }
}

function beginCall(state: ExecState, item: ToolItem): Step {
  if (state.calls.includes(item.id)) return { state, facts: [] };
  const { title, kind, input } = describe(state, item);
  const data = { toolCallId: idIn(state, item.id), title, kind, status: "running" as const, input };
  return {
    state: { ...state, calls: [...state.calls, item.id].slice(-MAX_CALLS) },
    facts: [{ type: "tool_call", data }],
  };
}

function describe({ cwd }: ExecState, item: ToolItem): { title: string; kind: string; input: unknown } {
  switch (item.type) {
    case "command_execution": {
      const command = scriptIn(item.command);
      const read = readIn(command, cwd);
      return {
        title: read === null ? `Run \`${shortened(command)}\`` : `Read \`${inside(cwd, read)}\``,
        kind: read === null ? "execute" : "read",
        input: { command },
      };
    }
    case "file_change": {
      const changes = changesIn(item.changes);
      return { title: changesTitle(changes, cwd), kind: "edit", input: changesInput(changes) };
    }
    case "mcp_tool_call":
      return { title: shortened(`${item.server}: ${item.tool}`), kind: "other", input: item.arguments };
    case "web_search":
      return { title: `Search the web for \`${shortened(item.query)}\``, kind: "fetch", input: { query: item.query } };
    default:
      return item satisfies never;
  }
}

const changesIn = (changes: readonly { path: string; kind: Change["kind"] }[]): Change[] =>
  changes.map(({ path, kind }) => ({ path, kind, movePath: null, diff: null }));

/** The file, if a command only prints it: Codex has no other tool for reading. */
function readIn(command: string, cwd: string): string | null {
  const words = wordsOf(command) ?? [];
  const [program, ...args] = words;
  const path = program === "cat" ? args : program === "sed" && args[0] === "-n" ? args.slice(2) : [];
  const [only, ...more] = path;
  return only === undefined || more.length > 0 || only.startsWith("-") ? null : resolve(cwd, only);
}

function endCall(state: ExecState, item: ToolItem): Step {
  const begun = beginCall(state, item);
  const toolCallId = idIn(state, item.id);
  const status = "status" in item && item.status === "failed" ? "failed" : declined(item) ? "cancelled" : "completed";
  const output = outputOf(item);
  return {
    state: { ...begun.state, calls: begun.state.calls.filter((id) => id !== item.id) },
    facts: [
      ...begun.facts,
      ...(output === "" ? [] : [{ type: "tool_call_update" as const, data: { toolCallId, output } }]),
      ...(status === "completed" ? touched(state, item, toolCallId) : []),
      { type: "tool_call_update", data: { toolCallId, status } },
    ],
  };
}

const declined = (item: ToolItem): boolean => "status" in item && item.status === "declined";

function touched({ cwd }: ExecState, item: ToolItem, toolCallId: string): Fact[] {
  if (item.type === "file_change") return writeFacts(writesIn(changesIn(item.changes)), toolCallId);
  const path = item.type === "command_execution" ? readIn(scriptIn(item.command), cwd) : null;
  return path === null ? [] : [{ type: "file_read", data: { path, toolCallId } }];
}

function outputOf(item: ToolItem): string {
  if (item.type === "command_execution") {
    const { exit_code: code, aggregated_output: output } = item;
    return code && code > 0 ? `${output}[exit code ${code}]\n` : output;
  }
  if (item.type !== "mcp_tool_call") return "";
  return item.error?.message ?? item.result?.content.map(textOf).join("\n") ?? "";
}

const textOf = (block: unknown): string => {
  const { text, type } = (block ?? {}) as { text?: unknown; type?: unknown };
  return typeof text === "string" ? text : `[${String(type ?? "something")}]`;
};
