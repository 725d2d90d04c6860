// Tool calls: their start, their output while they run, and their end by the result.
import type { Fact } from "../../driver.ts";
import { idIn } from "../../kit/run-id.ts";
import { boundedInput } from "../../kit/tool-calls/tool-title.ts";
import type { LineOf } from "./protocol.ts";
import { type CopilotState, MAX_TOOLS, type OpenToolCall, type Step } from "./state.ts";
import { kindOf, readPath, titleOf } from "./tool.ts";

type Data<T extends "tool.execution_start" | "tool.shell_output" | "tool.execution_complete"> = LineOf<T>["data"];

export function callTool(state: CopilotState, data: Data<"tool.execution_start">): Step {
  const { toolCallId: id, toolName: name, arguments: input } = data;
  const call: OpenToolCall = { id, name, path: readPath(name, input, state.cwd), isHeard: false };
  const title = titleOf({ name, input, cwd: state.cwd });
  const toolCallId = idIn(state, id);
  return {
    state: { ...state, tools: [...state.tools, call].slice(-MAX_TOOLS) },
    facts: [
      {
        type: "tool_call",
        data: { toolCallId, title, kind: kindOf(name), status: "running", input: boundedInput(input) },
      },
    ],
  };
}

export function hearTool(state: CopilotState, { toolCallId: id, text }: Data<"tool.shell_output">): Step {
  if (text === "") return { state, facts: [] };
  const tools = state.tools.map((one) => (one.id === id ? { ...one, isHeard: true } : one));
  return {
    state: { ...state, tools },
    facts: [{ type: "tool_call_update", data: { toolCallId: idIn(state, id), output: text } }],
  };
}

export function endTool(state: CopilotState, data: Data<"tool.execution_complete">): Step {
  const { toolCallId: id, success, result, error, fileEdits = [] } = data;
  const call = state.tools.find((one) => one.id === id);
  const toolCallId = idIn(state, id);
  const output = success && call?.isHeard ? "" : (error?.message ?? withoutShellMark(result?.content ?? ""));
  const read: Fact[] = call?.path && success ? [{ type: "file_read", data: { path: call.path, toolCallId } }] : [];
  return {
    state: { ...state, tools: state.tools.filter((one) => one !== call) },
    facts: [
      ...(output === "" ? [] : [{ type: "tool_call_update" as const, data: { toolCallId, output } }]),
      ...read,
      ...fileEdits.map(({ path }): Fact => ({ type: "file_write", data: { path, toolCallId } })),
      { type: "tool_call_update", data: { toolCallId, status: success ? "completed" : "failed" } },
    ],
  };
}

/** A note for its model: "<shellId: 0 completed with exit code 0>". */
const withoutShellMark = (text: string): string => text.replace(/\n?<shellId: \d+ completed with exit code \d+>$/, "");
