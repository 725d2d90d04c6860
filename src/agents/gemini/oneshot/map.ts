// Turns Gemini CLI's lines into facts. Total: a line without meaning becomes a notice.
import type { Fact } from "../../driver.ts";
import { idIn } from "../../kit/run-id.ts";
import { fileFact } from "../../kit/tool-calls/file-fact.ts";
import { boundedInput } from "../../kit/tool-calls/tool-title.ts";
import { unreadableLine } from "../../kit/unreadable-line.ts";
import { program } from "../program.ts";
import { bind } from "./bind.ts";
import { failTurn } from "./failure.ts";
import { type LineOf, parseLine } from "./protocol.ts";
import { type GeminiState, MAX_TOOLS, type OpenToolCall, type Step } from "./state.ts";
import { fileOf, kindOf, titleOf } from "./tool.ts";

export function readLine(state: GeminiState, text: string): Step {
  const line = parseLine(text);
  if (!line || state.phase === "ended") return { state, facts: [unreadableLine(text)] };
  switch (line.type) {
    case "init":
      return handleInit(state, line);
    case "message":
      return line.role === "assistant" ? bound(state, (next) => emitText(next, line.content)) : { state, facts: [] };
    case "tool_use":
      return bound(state, (next) => callTool(next, line));
    case "tool_result":
      return endTool(state, line);
    case "error":
      return handleError(state, line);
    case "result":
      return endTurn(state, line);
    default:
      return line satisfies never;
  }
}

function handleInit(state: GeminiState, { session_id: nativeId, model }: LineOf<"init">): Step {
  const provenance = nativeId === state.nativeId ? "assigned" : "reported";
  const next: GeminiState = { ...state, nativeId, provenance, model: model ?? null, phase: "ready" };
  return state.isResuming ? bind(next) : { state: next, facts: [] };
}

/** The first line contains the conversation's id. */
function bound(state: GeminiState, take: (state: GeminiState) => Step): Step {
  const first = bind(state);
  const { state: next, facts } = take(first.state);
  return { state: next, facts: [...first.facts, ...facts] };
}

function emitText(state: GeminiState, text: string): Step {
  if (text === "") return { state, facts: [] };
  const texts = state.message === null ? state.texts + 1 : state.texts;
  const message = state.message ?? idIn(state, `m${texts}`);
  return {
    state: { ...state, texts, message },
    facts: [{ type: "agent_message", data: { messageId: message, text } }],
  };
}

function callTool(state: GeminiState, { tool_id: id, tool_name: name, parameters: input }: LineOf<"tool_use">): Step {
  const file = fileOf(name, input, state.cwd);
  const call: OpenToolCall = { id, name, path: file?.path ?? null, bytes: file?.bytes ?? null };
  const title = titleOf({ name, input, cwd: state.cwd });
  const toolCallId = idIn(state, id);
  const data = { toolCallId, title, kind: kindOf(name), status: "running" as const, input: boundedInput(input) };
  return {
    state: { ...state, message: null, tools: [...state.tools, call].slice(-MAX_TOOLS) },
    facts: [{ type: "tool_call", data }],
  };
}

function endTool(state: GeminiState, { tool_id: id, status, output, error }: LineOf<"tool_result">): Step {
  const call = state.tools.find((one) => one.id === id);
  const toolCallId = idIn(state, id);
  const isDone = status === "success";
  const text = output || error?.message || "";
  return {
    state: { ...state, message: null, tools: state.tools.filter((one) => one !== call) },
    facts: [
      ...(text === "" ? [] : [{ type: "tool_call_update" as const, data: { toolCallId, output: text } }]),
      ...(call && isDone ? fileFacts(call, toolCallId) : []),
      { type: "tool_call_update", data: { toolCallId, status: isDone ? "completed" : "failed" } },
    ],
  };
}

const fileFacts = ({ name, path, bytes }: OpenToolCall, toolCallId: string): Fact[] =>
  path === null ? [] : [fileFact(kindOf(name), { path, bytes }, toolCallId)];

/** An error, unlike a warning, may be why the turn will end, which the end itself does not always say. */
function handleError(state: GeminiState, { severity, message }: LineOf<"error">): Step {
  const trouble = severity === "error" ? message : state.trouble;
  return { state: { ...state, trouble }, facts: [{ type: "notice", data: { kind: severity, text: message } }] };
}

function endTurn(state: GeminiState, line: LineOf<"result">): Step {
  const next: GeminiState = { ...state, phase: "ended", message: null };
  const usage = usageOf(line);
  if (line.status === "success") {
    const isTooLong = state.trouble !== null && /session turns/i.test(state.trouble);
    const end: Fact = isTooLong
      ? { type: "turn_end", reason: "limit", error: state.trouble ?? "" }
      : { type: "turn_end", reason: "completed" };
    return { state: next, facts: [...usage, end] };
  }
  const said = line.error?.message ?? state.trouble ?? "";
  if (line.error?.type === "FatalTurnLimitedError" || /max session turns/i.test(said))
    return { state: next, facts: [...usage, { type: "turn_end", reason: "limit", error: said }] };
  return { state: next, facts: [...usage, ...failTurn(program, said)] };
}

/** The model's thoughts are only counted in the total (0.61.0). */
function usageOf({ stats }: LineOf<"result">): Fact[] {
  if (!stats) return [];
  const { input_tokens: inputTokens, output_tokens, total_tokens = 0 } = stats;
  const outputTokens = Math.max(output_tokens, total_tokens - inputTokens);
  return inputTokens === 0 && outputTokens === 0 ? [] : [{ type: "usage", inputTokens, outputTokens }];
}
