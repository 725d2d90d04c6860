// Turns Claude Code's lines into facts. Total: a line without meaning becomes a notice.
import type { Fact, Reaction } from "../driver.ts";
import { failedTurn } from "../kit/failure.ts";
import { timeOf } from "../kit/quota.ts";
import { unreadableLine } from "../kit/unreadable-line.ts";
import { failureOf, resumeFailureIn } from "./failure.ts";
import { handleRequest, retractQuestion } from "./permission.ts";
import { type Line, type LineOf, parseLine } from "./protocol.ts";
import { handleResponse } from "./response.ts";
import { handleResult } from "./result.ts";
import { handleEvent, handleMessage } from "./speech.ts";
import type { ClaudeState, Step } from "./state.ts";
import { handleSystem } from "./system.ts";
import { handleResults } from "./tool-call.ts";

export function readLine(state: ClaudeState, text: string): Reaction<ClaudeState> {
  const line = parseLine(text);
  if (line === "noise") return { state, facts: [], writes: [] };
  if (line === "unknown") return { state, facts: [unreadableLine(text)], writes: [] };
  if (line.type === "control_request") return atWork(handleRequest(state, line));
  return atWork({ ...handleLine(state, line), writes: [] });
}

/** Work without a prompt is a turn of its own. */
function atWork(reaction: Reaction<ClaudeState>): Reaction<ClaudeState> {
  const { state, facts } = reaction;
  const isTold = state.prompt === null && facts.some(isWork);
  return isTold ? { ...reaction, state: { ...state, isOwnTurn: true, isOwnTurnTold: true } } : reaction;
}

const isWork = (fact: Fact): boolean =>
  fact.type === "turn_start" ||
  fact.type === "agent_message" ||
  fact.type === "agent_thought" ||
  fact.type === "plan" ||
  (fact.type === "tool_call" && fact.data.taskId === undefined);

function handleLine(state: ClaudeState, line: Exclude<Line, LineOf<"control_request">>): Step {
  switch (line.type) {
    case "stream_event":
      return handleEvent(state, line);
    case "assistant":
      return handleMessage(withMark(state, line), line);
    case "user":
      return handleUser(state, line);
    case "system":
      return handleSystem(state, line);
    case "result":
      return state.phase === "starting" ? handleFailedStart(state, line) : handleResult(state, line);
    case "control_response":
      return handleResponse(state, line);
    case "control_cancel_request":
      return retractQuestion(state, line.request_id);
    case "rate_limit_event":
      return handleLimit(state, line);
    default:
      return line satisfies never;
  }
}

/** A subagent's lines belong to a conversation of its own. */
const withMark = (state: ClaudeState, { uuid, parent_tool_use_id }: LineOf<"assistant" | "user">): ClaudeState =>
  uuid === undefined || typeof parent_tool_use_id === "string" ? state : { ...state, mark: uuid };

/** An echo of a prompt, which shows that the agent has accepted it. */
function handleUser(state: ClaudeState, line: LineOf<"user">): Step {
  if (line.isReplay !== true) return handleResults(withMark(state, line), line);
  const { uuid } = line;
  const isPrompt = uuid === state.prompt;
  const isOfTurn = state.steered.some((one) => one === uuid) || (isPrompt && state.isSteered && !state.isTaken);
  return {
    state: {
      ...state,
      isTaken: state.isTaken || isPrompt,
      steered: state.steered.filter((one) => one !== uuid),
    },
    facts: uuid !== undefined && isOfTurn ? [{ type: "steer_taken", promptId: uuid }] : [],
  };
}

/** A result before anything else: the agent can't start. */
function handleFailedStart(state: ClaudeState, line: LineOf<"result">): Step {
  const next: ClaudeState = { ...state, phase: "dead", prompt: null };
  const failed = resumeFailureIn(state, line.errors.join("\n"));
  if (failed) return { state: next, facts: failed };
  const { message } = failureOf({ ...line, failure: null });
  const failure = { code: "start_failed", message };
  return { state: next, facts: state.prompt === null ? [{ type: "error", data: failure }] : failedTurn(failure) };
}

/** Only if the limit is near or reached. The end of the turn tells whether work continued. */
function handleLimit(state: ClaudeState, { rate_limit_info: info }: LineOf<"rate_limit_event">): Step {
  const { status, resetsAt, rateLimitType } = info;
  const quotas = quotaFacts(info);
  if (status === "allowed") return { state, facts: quotas };
  const which = rateLimitType === undefined ? "usage limit" : `usage limit (${rateLimitType.replaceAll("_", " ")})`;
  const until = timeOf(resetsAt ?? null);
  const ends = until === null ? "" : `; it ends ${until}`;
  const text = status === "rejected" ? `The ${which} is reached${ends}.` : `The ${which} is close${ends}.`;
  const next = status === "rejected" ? { ...state, resetsAt: resetsAt ?? null } : state;
  return { state: next, facts: [...quotas, { type: "notice", data: { kind: "usage_limit", text } }] };
}

/** The names of Claude's quotas, as those of other agents. */
const WINDOWS: Readonly<Record<string, string>> = {
  five_hour: "5 hours",
  seven_day: "week",
  seven_day_opus: "week, Opus",
  seven_day_sonnet: "week, Sonnet",
};

function quotaFacts(info: LineOf<"rate_limit_event">["rate_limit_info"]): Fact[] {
  const { rateLimitType, utilization, resetsAt, unifiedWindows = {} } = info;
  const one =
    rateLimitType === undefined || utilization === undefined ? {} : { [rateLimitType]: { utilization, resetsAt } };
  return Object.entries({ ...one, ...unifiedWindows }).flatMap(([name, quota]): Fact[] => {
    const window = WINDOWS[name];
    if (window === undefined || !quota) return [];
    const usedPercent = Math.round(quota.utilization * 1000) / 10;
    return [{ type: "quota_reported", data: { window, usedPercent, resetsAt: timeOf(quota.resetsAt ?? null) } }];
  });
}
