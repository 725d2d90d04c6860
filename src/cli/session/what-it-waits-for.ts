// What keeps a queued prompt from the agent, read from the session's state: something that passes by itself, or that only a person ends.
import {
  isRefusedWish,
  type Limits,
  promptTitle,
  type QueuedPrompt,
  quotaResumeTime,
  type SessionState,
  usedUpBudget,
} from "../../core/index.ts";
import { clockTime } from "../render/clock-time.ts";
import { chainFrom, promptName } from "../render/queue-table.ts";

export type Wait =
  /** Until a person lets it go: the whole queue, the prompt itself, or another one that it waits for. */
  | {
      readonly kind: "held";
      readonly what: "queue" /** What the agent refused, where that holds it. */;
      readonly refusal?: string;
    }
  | { readonly kind: "held"; readonly what: "prompt" | "before"; readonly promptId: string; readonly name: string }
  /** Until a person raises it. */
  | { readonly kind: "budget"; readonly text: string; readonly hint: string; readonly isQueueHeld: boolean }
  /** Until a person tries again; `back` says when it is there again. */
  | { readonly kind: "quota"; readonly text: string; readonly until: string | null; readonly back: string | null }
  | { readonly kind: "passing"; readonly text: string };

interface Surroundings {
  readonly limits: Limits;
  readonly nowMs: number;
}

/** Null when it is no longer queued, or is the next to go. */
export function whatItWaitsFor(state: SessionState, promptId: string, around: Surroundings): Wait | null {
  const { prompt, turn, limit } = state;
  const chain = chainFrom(prompt.queue, promptId);
  const [own] = chain;
  if (!own) return null;
  const held = chain.find((one) => one.held);
  if (held) {
    const what = held === own ? "prompt" : "before";
    return { kind: "held", what, promptId: held.promptId, name: nameOf(held) };
  }
  // What it takes is known only at the end of a turn, unless that is being stopped for it.
  const budget = turn.open?.interrupt === "none" ? null : usedUpBudget(state, around.limits);
  if (budget) return { kind: "budget", text: budget.text, hint: budget.hint, isQueueHeld: prompt.paused };
  if (prompt.paused) return { kind: "held", what: "queue", ...refusalIn(state) };
  if (!turn.open && limit.quota?.holds && quotaResumeTime(state, around.limits) === null) {
    const { text, until } = limit.quota;
    return { kind: "quota", text, until, back: until === null ? null : clockTime(until, around.nowMs) };
  }
  const text = passingText(state, chain, around);
  return text === null ? null : { kind: "passing", text };
}

const refusalIn = ({ lifecycle: { failure } }: SessionState): { refusal?: string } =>
  failure && isRefusedWish(failure.code) ? { refusal: failure.message } : {};

function passingText(state: SessionState, chain: readonly QueuedPrompt[], { nowMs }: Surroundings): string | null {
  const { turn, limit } = state;
  const isTimed = ({ notBefore }: QueuedPrompt): boolean => notBefore !== null && Date.parse(notBefore) > nowMs;
  const [own, before] = chain;
  const timed = chain.find(isTimed);
  if (timed) {
    const time = clockTime(timed.notBefore ?? "", nowMs);
    return timed === own ? `it goes ${time}` : `it goes after ${nameOf(timed)}, which goes ${time}`;
  }
  // What goes into the running turn, or stops it, does not wait for its end.
  if (turn.open) {
    const isInItsWay = turn.open.promptId !== null && turn.open.interrupt === "none" && own?.steer === null;
    return isInItsWay ? `turn ${turn.open.turn} is running` : null;
  }
  if (limit.quota?.holds) return `the agent's quota is there again ${clockTime(limit.quota.until ?? "", nowMs)}`;
  if (limit.waiting) return limit.waiting.text;
  return before ? `it goes after ${nameOf(before)}` : null;
}

const nameOf = ({ promptId, text, files }: QueuedPrompt): string =>
  promptName({ promptId, title: promptTitle(text), ...(files ? { files } : {}) });
