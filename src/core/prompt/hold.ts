// A hold: of the queue as a whole, or of prompts that were held with it or with their session. Who does not pass it waits there.
import type { CommandOf } from "../command.ts";
import type { SessionState } from "../state.ts";

/**
 * Whether it would pass a hold: of the queue, also an empty one, or of prompts that are held as a whole, each by itself (as after a kill). It would
 * as a prompt, or as words for the running turn, now or when what it waits for itself is over. One that a person holds for its own sake is passed
 * by everybody.
 */
export function passesHold(state: SessionState, { held }: CommandOf<"prompt">): boolean {
  const { paused, queue } = state.prompt;
  const isEnded = state.lifecycle.phase === "ended";
  return !held && (paused || queue.some((one) => one.held && (isEnded || one.heldWithQueue)));
}

/** Whether something begins by itself, now or later: what is queued, or a session that goes on when its quota is there again. */
export const beginsByItself = ({ prompt, limit }: SessionState): boolean =>
  !prompt.paused && (prompt.queue.length > 0 || limit.quota?.holds === true);

/** Whether it waits with what is held, as its sender may not pass it. */
export const waitsInHold = (state: SessionState, command: CommandOf<"prompt">): boolean =>
  command.waitsInHeldQueue === true && passesHold(state, command);
