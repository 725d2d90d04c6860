// What a queued prompt waits for, from the session's state: something that passes by itself, or that only a person ends.
import { quotaResumeTime, usedUpBudget } from "../limit/reached.ts";
import type { Limits } from "../limit/state.ts";
import { isRefusedSetting } from "../setting/refused.ts";
import type { SessionState } from "../state.ts";
import { isBlockingTurn } from "./blocking-turn.ts";
import type { QueuedPrompt } from "./state.ts";

/** Only a person ends it. */
export type HeldWait =
  /** The whole queue is held; `refusal` is the agent's message if it refused a mode or model. */
  | { readonly kind: "held"; readonly what: "queue"; readonly refusal?: string }
  /** The prompt itself is held, or one that it waits for. */
  | { readonly kind: "held"; readonly what: "prompt" | "before"; readonly prompt: QueuedPrompt }
  /** Until a person raises it. */
  | { readonly kind: "budget"; readonly text: string; readonly hint: string; readonly isQueueHeld: boolean }
  /** Until a person retries: its end is unknown, or automatic resume is off. */
  | { readonly kind: "quota"; readonly text: string; readonly until: string | null };

/** It ends by itself. */
export type PassingWait =
  | {
      readonly kind: "time";
      readonly at: string /** Not the prompt itself has the time. */;
      readonly before?: QueuedPrompt;
    }
  | { readonly kind: "turn"; readonly turn: string }
  | { readonly kind: "quota_back"; readonly until: string | null }
  /** All slots are taken. */
  | { readonly kind: "slot"; readonly text: string }
  | { readonly kind: "after"; readonly before: QueuedPrompt };

export type Wait = HeldWait | PassingWait;

export const isPassing = (wait: Wait): wait is PassingWait =>
  wait.kind !== "held" && wait.kind !== "budget" && wait.kind !== "quota";

/** Null if it is no longer queued, or goes next. */
export function waitOf(state: SessionState, promptId: string, now: { limits: Limits; nowMs: number }): Wait | null {
  const { prompt, turn, limit } = state;
  const chain = chainFrom(prompt.queue, promptId);
  const [own] = chain;
  if (!own) return null;
  const held = chain.find((one) => one.held);
  if (held) return { kind: "held", what: held === own ? "prompt" : "before", prompt: held };
  // Whether a turn uses up a limit is known only at its end, unless it is being stopped for that.
  const budget = turn.open?.interrupt === "none" ? null : usedUpBudget(state, now.limits);
  if (budget) return { kind: "budget", text: budget.text, hint: budget.hint, isQueueHeld: prompt.paused };
  if (prompt.paused) return { kind: "held", what: "queue", ...refusalIn(state) };
  const at = new Date(now.nowMs).toISOString();
  if (!turn.open && limit.quota?.holds && quotaResumeTime(state, at, now.limits) === null) {
    const { text, until } = limit.quota;
    return { kind: "quota", text, until };
  }
  return passingWait(state, chain, now.nowMs);
}

const refusalIn = ({ lifecycle: { failure } }: SessionState): { refusal?: string } =>
  failure && isRefusedSetting(failure.code) ? { refusal: failure.message } : {};

function passingWait(state: SessionState, chain: readonly QueuedPrompt[], nowMs: number): PassingWait | null {
  const { turn, limit } = state;
  const isTimed = ({ notBefore }: QueuedPrompt): boolean => notBefore !== null && Date.parse(notBefore) > nowMs;
  const [own, before] = chain;
  const timed = chain.find(isTimed);
  if (timed) return { kind: "time", at: timed.notBefore ?? "", ...(timed === own ? {} : { before: timed }) };
  // A prompt that steers or stops the running turn does not wait for its end.
  if (turn.open) {
    const isInItsWay = isBlockingTurn(state) && turn.open.interrupt === "none" && own?.steer === null;
    return isInItsWay ? { kind: "turn", turn: turn.open.turn } : null;
  }
  if (limit.quota?.holds) return { kind: "quota_back", until: limit.quota.until };
  if (limit.waiting) return { kind: "slot", text: limit.waiting.text };
  return before ? { kind: "after", before } : null;
}

/** The prompt and the chain of queued prompts that it waits for. */
export function chainFrom<T extends { readonly promptId: string; readonly after?: string | null }>(
  queue: readonly T[],
  promptId: string,
): T[] {
  const chain: T[] = [];
  for (let next: string | null = promptId; next !== null; ) {
    const found = queue.find((one) => one.promptId === next);
    if (!found || chain.includes(found)) break;
    chain.push(found);
    next = found.after ?? null;
  }
  return chain;
}
