// Which queued prompt may go now, and when the next one may.
import type { SessionState } from "../state.ts";
import type { PromptOutcome, QueuedPrompt } from "./state.ts";

/** The first prompt that nothing holds back: a waiting one lets those behind it pass. A prompt meant only for a running turn begins no turn. */
export function nextPrompt(state: SessionState, now: string): QueuedPrompt | null {
  if (state.prompt.paused) return null;
  const mayBegin = (prompt: QueuedPrompt): boolean => prompt.steer?.otherwise !== "withdraw";
  return state.prompt.queue.find((prompt) => mayBegin(prompt) && isDue(state, prompt, now)) ?? null;
}

/** The first prompt that steers the running turn; holds apply here too. */
export function nextSteering(state: SessionState, now: string, turn: string): QueuedPrompt | null {
  if (state.prompt.paused) return null;
  return state.prompt.queue.find((prompt) => prompt.steer?.turn === turn && isDue(state, prompt, now)) ?? null;
}

/** The earliest time of a scheduled prompt; null if there is none. */
export function nextDueTime({ prompt }: SessionState, now: string): string | null {
  const times = prompt.queue.flatMap(({ notBefore, held }) =>
    notBefore !== null && !held && isLater(notBefore, now) ? [notBefore] : [],
  );
  return times.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null;
}

function isDue(state: SessionState, prompt: QueuedPrompt, now: string): boolean {
  const { held, notBefore, after } = prompt;
  return !held && (notBefore === null || !isLater(notBefore, now)) && (after === null || !isPending(state, after));
}

/** Whether a prompt has not ended yet. */
const isPending = ({ prompt, turn }: SessionState, promptId: string): boolean =>
  prompt.queue.some((one) => one.promptId === promptId) ||
  prompt.recent.some((one) => one.promptId === promptId && isUnderWay(one, turn.open?.turn));

const isUnderWay = ({ state, turn }: PromptOutcome, open: string | undefined): boolean =>
  state === "delivered" && turn === open;

/** An invalid time holds nothing back; if the current time is unknown, a valid time does. */
const isLater = (time: string, now: string): boolean =>
  !Number.isNaN(Date.parse(time)) && !(Date.parse(time) <= Date.parse(now));

/** Without a clock, the time of the newest event. */
export const timeOf = ({ lifecycle }: SessionState): string => lifecycle.updatedAt ?? "";
