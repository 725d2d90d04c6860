// From Claude Code's lines to facts. Total: a line without meaning becomes a notice.
import type { Fact, Reaction } from "../driver.ts";
import { unreadableLine } from "../unreadable-line.ts";
import { failureOf, resumeFailureIn } from "./failure.ts";
import { takeBack, takeRequest } from "./permission.ts";
import { type Line, type LineOf, parseLine } from "./protocol.ts";
import { takeResponse } from "./response.ts";
import { takeResult } from "./result.ts";
import { takeEvent, takeMessage } from "./speech.ts";
import type { ClaudeState, Step } from "./state.ts";
import { takeSystem } from "./system.ts";
import { takeResults } from "./tool-call.ts";

export function readLine(state: ClaudeState, text: string): Reaction<ClaudeState> {
  const line = parseLine(text);
  if (line === "noise") return { state, facts: [], writes: [] };
  if (line === "unknown") return { state, facts: [unreadableLine(text)], writes: [] };
  if (line.type === "control_request") return takeRequest(state, line);
  return { ...takeLine(state, line), writes: [] };
}

function takeLine(state: ClaudeState, line: Exclude<Line, LineOf<"control_request">>): Step {
  switch (line.type) {
    case "stream_event":
      return takeEvent(state, line);
    case "assistant":
      return takeMessage(state, line);
    case "user":
      return takeUser(state, line);
    case "system":
      return takeSystem(state, line);
    case "result":
      return state.phase === "starting" ? takeFailedStart(state, line) : takeResult(state, line);
    case "control_response":
      return takeResponse(state, line);
    case "control_cancel_request":
      return takeBack(state, line.request_id);
    case "rate_limit_event":
      return { state, facts: limitNotice(line) };
    default:
      return line satisfies never;
  }
}

/** An echo of what we said ourselves: of our prompt, it means that the agent has taken it up. */
function takeUser(state: ClaudeState, line: LineOf<"user">): Step {
  if (line.isReplay !== true) return takeResults(state, line);
  return { state: line.uuid === state.prompt ? { ...state, isTaken: true } : state, facts: [] };
}

/** A result before anything else: it can't even begin. */
function takeFailedStart(state: ClaudeState, line: LineOf<"result">): Step {
  const next: ClaudeState = { ...state, phase: "dead", prompt: null };
  const failed = resumeFailureIn(state, line.errors.join("\n"));
  if (failed) return { state: next, facts: failed };
  const { message } = failureOf({ ...line, failure: null });
  const facts: Fact[] = [{ type: "error", data: { code: "start_failed", message } }];
  return {
    state: next,
    facts: state.prompt === null ? facts : [...facts, { type: "turn_end", reason: "failed", error: message }],
  };
}

/** Only what is worth a look: that the limit is near, or reached. */
function limitNotice({ rate_limit_info: { status, resetsAt, rateLimitType } }: LineOf<"rate_limit_event">): Fact[] {
  if (status === "allowed") return [];
  const which = rateLimitType === undefined ? "usage limit" : `usage limit (${rateLimitType.replaceAll("_", " ")})`;
  const until =
    resetsAt === undefined || !(resetsAt >= 0 && resetsAt < 1e11)
      ? ""
      : `; it ends ${new Date(resetsAt * 1000).toISOString()}`;
  const text = status === "rejected" ? `The ${which} is reached${until}.` : `The ${which} is near${until}.`;
  return [{ type: "notice", data: { kind: "usage_limit", text } }];
}
