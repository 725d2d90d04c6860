// Tool calls: their start, their growing output, and their end.
import type { Fact } from "../driver.ts";
import { callPrint } from "../kit/questions/changed-call.ts";
import { idIn } from "../kit/run-id.ts";
import { textBytes } from "../kit/text-bytes.ts";
import { fileFact } from "../kit/tool-calls/file-fact.ts";
import { restOf } from "../kit/tool-calls/repeated-output.ts";
import { boundedInput, type ToolInput } from "../kit/tool-calls/tool-title.ts";
import { type LineOf, toolText } from "./protocol.ts";
import { MAX_TOOLS, type OpenToolCall, type PiState, type Step, speaking } from "./state.ts";
import { kindOf, pathIn, titleOf } from "./tool.ts";
import { absolutePath } from "./tool-path.ts";

export function beginTool(state: PiState, line: LineOf<"tool_execution_start">): Step {
  const { toolCallId: id, toolName: name, args: input } = line;
  const said = callPrint([name, input]);
  if (state.tools.some((one) => one.id === id)) {
    const tools = state.tools.map((one) => (one.id === id ? { ...one, said } : one));
    return { state: { ...state, tools }, facts: [] };
  }
  const call: OpenToolCall = { id, said, file: fileOf(state, name, input), shown: { length: 0, tail: "" } };
  const title = titleOf({ name, input: call.file ? { path: call.file.path } : input, cwd: state.cwd });
  const data = { toolCallId: idIn(state, id), title, kind: kindOf(name), status: "running" as const };
  return {
    state: { ...speaking(state), tools: [...state.tools, call].slice(-MAX_TOOLS) },
    facts: [{ type: "tool_call", data: { ...data, input: boundedInput(input) } }],
  };
}

function fileOf({ cwd, home }: PiState, name: string, input: ToolInput): OpenToolCall["file"] {
  const path = pathIn(name, input);
  if (path === null) return null;
  const bytes = name === "write" && typeof input.content === "string" ? textBytes(input.content) : null;
  return { kind: kindOf(name) === "read" ? "read" : "edit", path: absolutePath(path, { cwd, home }), bytes };
}

/** An update repeats all output so far, or only its end if it is long. Then the rest comes with the result. */
export function growTool(state: PiState, line: LineOf<"tool_execution_update">): Step {
  const call = state.tools.find(({ id }) => id === line.toolCallId);
  const text = toolText(line.partialResult);
  const rest = call ? restOf(call.shown, text) : null;
  if (!call || rest === null) return { state, facts: [] };
  const { next, facts } = show(state, call, rest);
  return { state: { ...state, tools: state.tools.map((one) => (one === call ? next : one)) }, facts };
}

export function endTool(state: PiState, { toolCallId, result, isError }: LineOf<"tool_execution_end">): Step {
  const call = state.tools.find(({ id }) => id === toolCallId);
  if (!call) return { state, facts: [] };
  const text = toolText(result);
  const rest = restOf(call.shown, text) ?? `\n…\n${text}`;
  const { facts } = show(state, call, rest);
  const status = isError ? (state.isInterrupting ? "cancelled" : "failed") : "completed";
  const id = idIn(state, toolCallId);
  return {
    state: { ...state, tools: state.tools.filter((one) => one !== call) },
    facts: [
      ...facts,
      ...(isError ? [] : fileFacts(call, id)),
      { type: "tool_call_update", data: { toolCallId: id, status } },
    ],
  };
}

const TAIL = 64;

function show(state: PiState, call: OpenToolCall, piece: string): { next: OpenToolCall; facts: Fact[] } {
  if (piece === "") return { next: call, facts: [] };
  const shown = { length: call.shown.length + piece.length, tail: (call.shown.tail + piece).slice(-TAIL) };
  const update: Fact = { type: "tool_call_update", data: { toolCallId: idIn(state, call.id), output: piece } };
  return { next: { ...call, shown }, facts: [update] };
}

const fileFacts = ({ file }: OpenToolCall, toolCallId: string): Fact[] =>
  file ? [fileFact(file.kind, file, toolCallId)] : [];
