// What a prompt may pass: a hold (of the whole queue, or of prompts that were held with it or with their session), and queued prompts. Both
// take a person. Senders who may not pass a hold wait there.
import { type Caller, countsAsPerson, refuseCaller } from "../caller.ts";
import type { CommandOf } from "../command.ts";
import type { Refused } from "../rejection.ts";
import type { SessionState } from "../state.ts";

/**
 * Whether it would pass a hold: of the queue (even an empty one), or of prompts that were held together (as after a kill). It would
 * as a prompt or as steering, now or after its own condition. Everyone may pass a prompt that a person holds
 * individually.
 */
function passesHold(state: SessionState, { held }: CommandOf<"prompt">): boolean {
  const { paused, queue } = state.prompt;
  const isEnded = state.lifecycle.phase === "ended";
  return !held && (paused || queue.some((one) => one.held && (isEnded || one.heldWithQueue)));
}

/** Whether it asks for a place before others; a prompt to a held queue goes before them without asking. */
const asksForPlace = ({ before, when }: CommandOf<"prompt">): boolean => before !== undefined || when === "interrupt";

/**
 * Whether only a person may send it this way: it goes before others, or past a hold. If the system can't tell who calls, a hold of an empty
 * queue stops nobody: it passes no other prompt.
 */
export function takesPerson(state: SessionState, command: CommandOf<"prompt">, { kind }: Caller): boolean {
  const isPastHold = passesHold(state, command);
  if (state.prompt.queue.length === 0) return isPastHold && kind !== "unknown";
  return isPastHold || asksForPlace(command);
}

/** Whether it must wait with the held prompts, because its sender may not pass them. */
export const waitsInHold = (state: SessionState, command: CommandOf<"prompt">, caller: Caller): boolean =>
  !asksForPlace(command) && !countsAsPerson(caller) && takesPerson(state, command, caller);

export function refusePassing(state: SessionState, command: CommandOf<"prompt">, caller: Caller): Refused | null {
  if (!asksForPlace(command) || !takesPerson(state, command, caller)) return null;
  const isEmpty = state.prompt.queue.length === 0;
  return refuseCaller(caller, isEmpty ? "send past a held queue" : "put a prompt before other queued ones");
}

/** Whether something may start automatically, now or later: a queued prompt, or a session that continues after its quota. */
export const beginsByItself = ({ prompt, limit }: SessionState): boolean =>
  !prompt.paused && (prompt.queue.length > 0 || limit.quota?.holds === true);
