// Whether a session is at one of its limits, with a message that says what to do.
import { minutesAfter } from "../minutes-after.ts";
import type { SessionState } from "../state.ts";
import type { Limits } from "./state.ts";

export interface ReachedLimit {
  code: "budget" | "turn_limit";
  text: string;
  hint: string;
}

/** The config's limits, overridden by this session's. */
const limitsFor = ({ limit }: SessionState, limits: Limits): Limits => ({ ...limits, ...limit.own });

/** The budget that is used up, if one is. */
export function usedUpBudget(state: SessionState, given: Limits): ReachedLimit | null {
  const { budgetUsd, budgetTokens } = limitsFor(state, given);
  const { costUsd, inputTokens, outputTokens } = state.usage;
  const hint = "raise it with skein limit <session> --usd <n> or --tokens <n> (none = no limit)";
  if (budgetUsd !== null && costUsd >= budgetUsd) {
    return { code: "budget", text: `The budget of $${budgetUsd} is used up ($${costUsd.toFixed(2)}).`, hint };
  }
  const tokens = inputTokens + outputTokens;
  if (budgetTokens !== null && tokens >= budgetTokens) {
    return { code: "budget", text: `The budget of ${budgetTokens} tokens is used up (${tokens}).`, hint };
  }
  return null;
}

/** When the open turn must end; null = no limit. */
export function turnDeadline(state: SessionState, given: Limits): string | null {
  const { turnMinutes } = limitsFor(state, given);
  return turnMinutes === null ? null : minutesAfter(state.turn.open?.startedAt, turnMinutes);
}

/** What ends the open turn now. */
export function reachedLimit(
  state: SessionState,
  { now, limits }: { now: string; limits: Limits },
): ReachedLimit | null {
  if (!state.turn.open) return null;
  const budget = usedUpBudget(state, limits);
  if (budget) return budget;
  const deadline = turnDeadline(state, limits);
  if (deadline === null || !(Date.parse(deadline) <= Date.parse(now))) return null;
  const { turnMinutes } = limitsFor(state, limits);
  const text = `The turn took longer than ${turnMinutes} minutes.`;
  return {
    code: "turn_limit",
    text,
    hint: "send a prompt to continue; change the limit with skein limit <session> --turn-minutes <n>",
  };
}

const QUOTA_RESUMES = 3;
/** After a longer wait the session may be forgotten. */
const LATEST_RESUME_MS = 24 * 60 * 60_000;

/** When the session continues automatically after a vendor's quota; null if a person must continue it. */
export function quotaResumeTime({ limit, prompt }: SessionState, now: string, limits: Limits): string | null {
  const { quota } = limit;
  if (!quota?.holds || prompt.paused || !limits.resumeAfterQuota || quota.count > QUOTA_RESUMES) return null;
  const isLongPast = Date.parse(now) - Date.parse(quota.until ?? "") > LATEST_RESUME_MS;
  return isLongPast ? null : quota.until;
}
