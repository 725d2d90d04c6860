// Why a turn failed: the quota is used up, a limit, a refusal, or an error with a code and a hint.
import type { Fact } from "../driver.ts";
import { type Failure, failedTurn, LATER, NEW_SESSION, quotaReached } from "../kit/failure.ts";
import { isQuota, quotaIn, timeOf } from "../kit/quota.ts";

interface Said {
  message: string;
  /** Codex's kind of the error, and the HTTP status of the model's API; null if unknown, as always with `exec`. */
  info: string | null;
  status: number | null;
  /** When the quota is available again, in Unix seconds, as reported before. */
  resetsAt: number | null;
}

export const INSTALL = "npm install -g @openai/codex";
export const LOGIN = "run: codex login";
const MAX_MESSAGE = 1000;

/** The facts that end the turn. */
export function endOfFailed(failure: Said, mark: string | null): Fact[] {
  const { info, resetsAt } = failure;
  const message = wordsOf(failure.message);
  const marked = mark === null ? {} : { mark };
  if (info === "usageLimitExceeded" || isUsageLimit(message)) {
    const { until, text } = quotaIn(message);
    return quotaReached({ until: timeOf(resetsAt) ?? until, text }, marked);
  }
  if (info === "sessionBudgetExceeded" || /reason: max_output_tokens/.test(message))
    return [{ type: "turn_end", reason: "limit", error: message, ...marked }];
  if (info === "cyberPolicy" || info === "misalignmentPolicyViolation")
    return [{ type: "turn_end", reason: "refused", error: message, ...marked }];
  return failedTurn(errorOf({ ...failure, message }), marked);
}

const isUsageLimit = (message: string): boolean => isQuota(message.replaceAll("’", "'"));

function errorOf({ message, info, status }: Said): Failure {
  const variable = /^Missing environment variable: `(\w+)`/.exec(message)?.[1];
  if (variable !== undefined) return { code: "not_logged_in", message, hint: `set ${variable}, or ${LOGIN}` };
  const seen = status ?? statusIn(message);
  if (info === "unauthorized" || seen === 401) return { code: "not_logged_in", message, hint: LOGIN };
  if (info === "rateLimitExceeded" || seen === 429) return { code: "rate_limited", message, hint: LATER };
  if (info === "serverOverloaded" || /model is at capacity/.test(message))
    return { code: "overloaded", message: `${message} (the model's server is overloaded)`, hint: LATER };
  // For status 500 Codex has a text without the number (0.166.0).
  if (info === "internalServerError" || /experiencing high demand/.test(message))
    return { code: "model_error", message: `${message} (the model's server failed, status 500)`, hint: LATER };
  if (info === "modelNotFound") return { code: "model_not_found", message, hint: "choose another model" };
  if (info === "contextWindowExceeded") return { code: "context_full", message, hint: NEW_SESSION };
  return { code: info === "sandboxError" ? "agent_error" : "model_error", message };
}

const statusIn = (message: string): number | null => {
  const status = /\bstatus:? (\d{3})\b/.exec(message)?.[1];
  return status === undefined ? null : Number(status);
};

/** The message of an error that is JSON from the model's API. */
function wordsOf(message: string): string {
  const words = message.trim().slice(0, MAX_MESSAGE) || "Codex stopped without giving a reason.";
  try {
    const said = JSON.parse(message)?.error?.message;
    return typeof said === "string" && said !== "" ? said.slice(0, MAX_MESSAGE) : words;
  } catch {
    return words;
  }
}

/** Two processes that start at the same time in a new home disturb each other (0.166.0): a retry works. */
export const isPassing = (stderr: string): boolean => /failed to initialize (sqlite )?state runtime/.test(stderr);

export function resumeFailure(nativeId: string, why: string): Extract<Fact, { type: "resume_failed" }> {
  const isGone = /no rollout found|missing source rollout|not found/.test(why);
  const message = isGone
    ? `Codex no longer has the conversation ${nativeId}.`
    : `Codex can't resume the conversation ${nativeId}: ${why.slice(0, MAX_MESSAGE)}`;
  return { type: "resume_failed", message, hint: NEW_SESSION };
}
