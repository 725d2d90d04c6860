// Turns Copilot CLI's lines into facts. Total: a line without meaning becomes a notice.
import type { Fact } from "../../driver.ts";
import { idIn } from "../../kit/run-id.ts";
import { unreadableLine } from "../../kit/unreadable-line.ts";
import { program } from "../program.ts";
import { endOf } from "./failure.ts";
import { type Line, type LineOf, parseLine } from "./protocol.ts";
import type { CopilotState, Step } from "./state.ts";
import { callTool, endTool, hearTool } from "./tool-call.ts";

export function readLine(state: CopilotState, text: string): Step {
  const line = parseLine(text);
  if (line === "noise") return { state, facts: [] };
  if (line === "unknown" || state.phase === "ended") return { state, facts: [unreadableLine(text)] };
  const named = bind(state, line);
  const { state: next, facts } = handleLine(named.state, line);
  return { state: next, facts: [...named.facts, ...facts] };
}

/** Lines that show that the conversation exists: one that ends before anything was said is not kept (1.0.102). */
const isSign = ({ type }: Line): boolean =>
  type.startsWith("assistant.") || type === "tool.execution_start" || type === "abort" || type === "result";

/** The program reports its conversation's id only at the end; it is the one that Skein has chosen. */
function bind(state: CopilotState, line: Line): Step {
  if (line.type === "skein.usage") return { state, facts: [] };
  const model = line.type === "session.tools_updated" ? (line.data.model ?? null) : state.model;
  const next: CopilotState = { ...state, model, phase: state.phase === "starting" ? "ready" : state.phase };
  if (state.isBound || !(state.isResuming || isSign(line))) return { state: next, facts: [] };
  const { nativeId } = state;
  const bound: Fact = { type: "bound", nativeId, provenance: "assigned", ...(model === null ? {} : { model }) };
  return { state: { ...next, isBound: true }, facts: [bound] };
}

function handleLine(state: CopilotState, line: Line): Step {
  switch (line.type) {
    case "session.tools_updated":
    case "user.message":
      return { state, facts: [] };
    case "abort":
      return { state: { ...state, isAborted: true }, facts: [] };
    case "assistant.message_delta":
      return emitText(state, { ...line.data, id: line.data.messageId, kind: "agent_message" });
    case "assistant.reasoning_delta":
      return emitText(state, { ...line.data, id: line.data.reasoningId, kind: "agent_thought" });
    case "assistant.message":
      return sayRest(state, { ...line.data, id: line.data.messageId, kind: "agent_message" });
    case "assistant.reasoning":
      return sayRest(state, { ...line.data, id: line.data.reasoningId, kind: "agent_thought" });
    case "tool.execution_start":
      return callTool(state, line.data);
    case "tool.shell_output":
      return hearTool(state, line.data);
    case "tool.execution_complete":
      return endTool(state, line.data);
    case "session.error": {
      const { message, errorType } = line.data;
      return { state: { ...state, failure: { message, kind: errorType ?? "" } }, facts: [] };
    }
    case "session.warning":
      return { state, facts: [notice("warning", line.data.message)] };
    case "session.info":
      return handleInfo(state, line);
    case "result":
      return { state: { ...state, phase: "done", hasFailed: line.exitCode !== 0 }, facts: [] };
    case "skein.usage":
      return endTurn(state, line);
    default:
      return line satisfies never;
  }
}

interface Piece {
  id: string;
  kind: "agent_message" | "agent_thought";
  parentToolCallId?: string | null | undefined;
}

/** A subagent's text belongs to its call, whose result contains all of it. */
function emitText(
  state: CopilotState,
  { id, kind, deltaContent: text, parentToolCallId }: Piece & { deltaContent: string },
): Step {
  if (text === "" || typeof parentToolCallId === "string") return { state, facts: [] };
  const length = (state.saying?.id === id ? state.saying.length : 0) + text.length;
  return {
    state: { ...state, saying: { id, length } },
    facts: [{ type: kind, data: { messageId: idIn(state, id), text } }],
  };
}

/** The part that the deltas lack: everything, if there were none. */
function sayRest(state: CopilotState, { content, ...piece }: Piece & { content: string }): Step {
  // Complete thoughts come only after the message that followed them, and were streamed already.
  if (piece.kind === "agent_thought" && state.saying?.id !== piece.id) return { state, facts: [] };
  const said = state.saying?.id === piece.id ? state.saying.length : 0;
  return emitText(state, { ...piece, deltaContent: content.slice(said) });
}

function handleInfo(state: CopilotState, { data: { infoType, message } }: LineOf<"session.info">): Step {
  // The tool call reports files.
  const isNews = infoType === "model_retry" || infoType === undefined;
  return { state, facts: isNews ? [notice(infoType ?? "info", message)] : [] };
}

const notice = (kind: string, text: string): Fact => ({ type: "notice", data: { kind, text } });

/** The totals are those of the whole conversation, including cached tokens. */
function endTurn(state: CopilotState, { totals }: LineOf<"skein.usage">): Step {
  // It could not start: the last output of the process says why.
  if (state.phase === "starting") return { state, facts: [] };
  const all = Object.values(totals?.modelMetrics ?? {}).map(({ usage }) => usage);
  const since = (field: "inputTokens" | "outputTokens"): number =>
    Math.max(0, all.reduce((sum, one) => sum + one[field], 0) - state.spent[field]);
  const [inputTokens, outputTokens] = [since("inputTokens"), since("outputTokens")];
  const usage: Fact[] = inputTokens + outputTokens === 0 ? [] : [{ type: "usage", inputTokens, outputTokens }];
  // It was ended by a signal, before it reported a result.
  const end = state.phase === "done" ? endOf(program, state) : [];
  return { state: { ...state, phase: "ended" }, facts: [...usage, ...end] };
}
