// Why a turn or a process failed, as a code and one sentence, from a refused request or the last output of the process.
import type { Ending, Fact } from "../driver.ts";
import { type Failure, failedTurn, LATER, NEW_SESSION, quotaReached } from "../kit/failure.ts";
import { inOneLine } from "../kit/in-one-line.ts";
import { innerMessage } from "../kit/inner-message.ts";
import { isQuota, quotaIn } from "../kit/quota.ts";
import { PLACE_LOST } from "./approvals/names.ts";
import type { PiState } from "./state.ts";

export const LOGIN = "run: pi, then /login";
const UPDATE = "run: pi update";

const noLogin = /No API key|No models? (available|selected)|Authentication failed|\/login/;

/** Providers put a status before a document: `500 {"type":"error","error":{"message":"…"}}`. */
export function failureOf(said: string): Failure {
  const [, status, rest] = /^(?:Error: )?(\d{3})\b:?\s*(.*)$/s.exec(said.trim()) ?? [null, null, said];
  const words = inOneLine(innerMessage(rest ?? ""));
  const message = inOneLine(status ? `${status}: ${words}` : words) || "Pi stopped without giving a reason.";
  if (status === "401" || status === "403" || noLogin.test(said))
    return { code: "not_logged_in", message, hint: LOGIN };
  if (/overloaded/i.test(said) || status === "529") return { code: "overloaded", message, hint: LATER };
  if (status === "429") return { code: "rate_limited", message, hint: LATER };
  if (status === "404") return { code: "model_not_found", message, hint: "choose another model" };
  return { code: "model_error", message };
}

/** The end of a turn in which the model or the connection to it failed. */
export function endOfFailed(said: string): Fact[] {
  const failure = failureOf(said);
  return isQuota(failure.message) ? quotaReached(quotaIn(failure.message)) : failedTurn(failure);
}

export function resumeFailed({ resumes }: PiState, why: "gone" | "elsewhere" | "moved on"): Fact {
  const reasons = {
    gone: `Pi no longer has the conversation ${resumes}.`,
    elsewhere: `The conversation ${resumes} belongs to another directory.`,
    "moved on": `The conversation ${resumes} has continued, or was changed, since the fork was made.`,
  };
  return { type: "resume_failed", message: reasons[why], hint: NEW_SESSION };
}

/** Interprets the stderr of a process. These codes prevent an immediate restart. */
export function endedWith(state: PiState, { code, stderr, isStopped }: Ending): Fact[] {
  if (isStopped || state.phase === "dead") return [];
  const isStarting = state.phase === "starting";
  if (stderr.includes(PLACE_LOST)) return withEnd(state, resumeFailed(state, "moved on"));
  if (isStarting && /No session found matching/.test(stderr)) return withEnd(state, resumeFailed(state, "gone"));
  if (code === 0 || state.hasBegun) return [];
  if (noLogin.test(stderr)) {
    const message = `Pi is not logged in: ${failureOf(stderr).message}`;
    return [{ type: "error", data: { code: "not_logged_in", message, hint: LOGIN } }];
  }
  const failure = isStarting ? startFailureIn(stderr) : null;
  return failure ? [{ type: "error", data: { code: "start_failed", ...failure } }] : [];
}

/** The prompt, if any, fails with it. */
function withEnd({ prompt }: PiState, failed: Fact): Fact[] {
  if (prompt === null || failed.type !== "resume_failed") return [failed];
  return [failed, { type: "turn_end", reason: "failed", error: failed.message }];
}

function startFailureIn(stderr: string): { message: string; hint: string } | null {
  const option = /Unknown option:? (\S+)/.exec(stderr)?.[1];
  if (/Failed to load extension/.test(stderr)) {
    const first = /Failed to load extension[^\n]*/.exec(stderr)?.[0] ?? "";
    return {
      message: `Pi could not load an extension: ${first}`.slice(0, 500),
      hint: "remove that extension, or correct it",
    };
  }
  if (option !== undefined)
    return { message: `This version of Pi is too old: it does not support ${option}.`, hint: UPDATE };
  return null;
}
