// Which of the waiting prompts may go now, and when the next one may.
import type { SessionState } from "../state.ts";
import type { PromptOutcome, QueuedPrompt } from "./state.ts";

/** The first in order that nothing holds back: one that waits lets those behind it pass. What is for one turn only begins none. */
export function nextPrompt(state: SessionState, now: string): QueuedPrompt | null {
  if (state.prompt.paused) return null;
  const mayBegin = (prompt: QueuedPrompt): boolean => prompt.steer?.otherwise !== "withdraw";
  return state.prompt.queue.find((prompt) => mayBegin(prompt) && isDue(state, prompt, now)) ?? null;
}

/** The first in order that is meant for the running turn; what holds a prompt back holds it back from there, too. */
export function nextSteering(state: SessionState, now: string, turn: string): QueuedPrompt | null {
  if (state.prompt.paused) return null;
  return state.prompt.queue.find((prompt) => prompt.steer?.turn === turn && isDue(state, prompt, now)) ?? null;
}

/** The earliest time at which a prompt that waits for its time may go; null when none does. */
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

/** Whether a prompt has not come to its end yet. */
const isPending = ({ prompt, turn }: SessionState, promptId: string): boolean =>
  prompt.queue.some((one) => one.promptId === promptId) ||
  prompt.recent.some((one) => one.promptId === promptId && isUnderWay(one, turn.open?.turn));

const isUnderWay = ({ state, turn }: PromptOutcome, open: string | undefined): boolean =>
  state === "delivered" && turn === open;

/** A time that can't be read holds nothing back; when it is not known what time it is now, any other does. */
const isLater = (time: string, now: string): boolean =>
  !Number.isNaN(Date.parse(time)) && !(Date.parse(time) <= Date.parse(now));

/** Without a clock it is as late as the newest event says. */
export const timeOf = ({ lifecycle }: SessionState): string => lifecycle.updatedAt ?? "";
