// Why a turn or a process failed, as a code and one sentence, from the end of the turn or the last output of the process.
import type { Ending, Fact } from "../driver.ts";
import { type Failure, LATER, lostConversation, NEW_SESSION } from "../kit/failure.ts";
import { isQuota, quotaIn, timeOf } from "../kit/quota.ts";
import type { ClaudeState } from "./state.ts";

export const LOGIN = "run: claude, then /login";
const UPDATE = "run: claude update";
const MAX_MESSAGE = 1000;

interface FailedTurn {
  result?: string | undefined;
  errors: readonly string[];
  api_error_status?: number | null | undefined;
  /** The kind of failure that the agent reported before. */
  failure: string | null;
}

export function failureOf({ result, errors, api_error_status: status, failure }: FailedTurn): Failure {
  const message =
    (result || errors.join("; ")).trim().slice(0, MAX_MESSAGE) || "The agent stopped without giving a reason.";
  if (failure === "authentication_failed" || status === 401) return { code: "not_logged_in", message, hint: LOGIN };
  if (failure === "billing_error") return { code: "billing", message };
  if (failure === "rate_limit" || status === 429) return { code: "rate_limited", message, hint: LATER };
  if (failure === "overloaded" || status === 529) return { code: "overloaded", message, hint: LATER };
  if (failure === "model_not_found") return { code: "model_not_found", message, hint: "choose another model" };
  return { code: status || failure ? "model_error" : "agent_error", message };
}

/** The vendor's quota is used up; null if the turn failed for another reason. */
export function quotaOf(
  { resetsAt }: ClaudeState,
  { message, error }: { message: string; error: string | null },
): { until: string | null; text: string } | null {
  if (error !== "usage_limit_reached" && !isQuota(message)) return null;
  const { until, text } = quotaIn(message);
  return { until: timeOf(resetsAt) ?? until, text };
}

const NO_CONVERSATION = /No conversation found with session ID|does not match any session title/;
const NO_PLACE = /No message found with message\.uuid/;

/** A resume that failed; null if the text is about something else. The prompt, if any, fails with it. */
export function resumeFailureIn(state: ClaudeState, text: string): Fact[] | null {
  if (state.resumes === null) return null;
  const isPlaceGone = NO_PLACE.test(text);
  if (!isPlaceGone && !NO_CONVERSATION.test(text)) return null;
  const what = isPlaceGone ? "this point in the conversation" : "the conversation";
  const message = `Claude Code no longer has ${what} ${state.resumes}.`;
  return state.prompt === null
    ? [{ type: "resume_failed", message, hint: NEW_SESSION }]
    : lostConversation(message, NEW_SESSION);
}

/** Interprets the stderr of a process that ended before it was ready. These codes prevent an immediate restart. */
export function endedWith(state: ClaudeState, { code, stderr, isStopped }: Ending): Fact[] {
  if (isStopped || state.phase !== "starting" || code === 0) return [];
  const failed = resumeFailureIn(state, stderr);
  if (failed) return failed.filter(({ type }) => type !== "turn_end");
  const failure = startFailureIn(stderr);
  return failure ? [{ type: "error", data: { code: "start_failed", ...failure } }] : [];
}

function startFailureIn(stderr: string): { message: string; hint: string } | null {
  const option = /unknown option '([^']+)'/.exec(stderr)?.[1];
  if (option !== undefined)
    return { message: `This version of Claude Code is too old: it does not support ${option}.`, hint: UPDATE };
  if (/already in use/.test(stderr)) {
    const message = "This conversation is already open in another Claude Code.";
    return { message, hint: "close it there, then send the prompt again" };
  }
  if (/cannot be used with root/.test(stderr)) {
    const message = "Claude Code does not work in mode auto as root.";
    return {
      message,
      hint: "choose another mode, or set IS_SANDBOX=1 on a machine where it can do no harm and start a new session",
    };
  }
  if (/Not logged in|\/login|Invalid API key/.test(stderr))
    return { message: "Claude Code is not logged in.", hint: LOGIN };
  return null;
}
