// A hold: of the whole queue, or of prompts that were held with it or with their session. Senders who may not pass it wait there.
import type { CommandOf } from "../command.ts";
import type { SessionState } from "../state.ts";

/**
 * Whether it would pass a hold: of the queue (even an empty one), or of prompts that were held together (as after a kill). It would
 * as a prompt or as steering, now or after its own condition. Everyone may pass a prompt that a person holds
 * individually.
 */
export function passesHold(state: SessionState, { held }: CommandOf<"prompt">): boolean {
  const { paused, queue } = state.prompt;
  const isEnded = state.lifecycle.phase === "ended";
  return !held && (paused || queue.some((one) => one.held && (isEnded || one.heldWithQueue)));
}

/** Whether something may start automatically, now or later: a queued prompt, or a session that continues after its quota. */
export const beginsByItself = ({ prompt, limit }: SessionState): boolean =>
  !prompt.paused && (prompt.queue.length > 0 || limit.quota?.holds === true);

/** Whether it must wait with the held prompts, because its sender may not pass them. */
export const waitsInHold = (state: SessionState, command: CommandOf<"prompt">): boolean =>
  command.waitsInHeldQueue === true && passesHold(state, command);
