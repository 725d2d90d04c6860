// A turn that the agent began by itself has no prompt whose answer would end it. Where the agent does not tell its end, the turn is over when the
// agent has been quiet for a while.
import type { SessionState } from "../core/index.ts";
import { type Attachment, type Desk, postLater } from "./desk.ts";

const QUIET_MS = 5000;

/** To be called whenever something was heard from the agent or said to it: the time counts from then. `end` asks the driver. */
export function watchOwnTurn(
  desk: Desk,
  attachment: Attachment,
  end: (desk: Desk, attachment: Attachment) => Promise<void>,
): void {
  const { clock } = desk.around;
  attachment.quietSinceMs = clock.monotonicMs();
  if (attachment.isQuietTimed || !isQuiet(desk.state)) return;
  const waitFor = (delayMs: number): void => {
    attachment.isQuietTimed = true;
    postLater(desk, attachment, delayMs, async (later) => {
      attachment.isQuietTimed = false;
      if (!isQuiet(later.state) || attachment.longLine) return;
      const leftMs = attachment.quietSinceMs + QUIET_MS - clock.monotonicMs();
      if (leftMs > 0) waitFor(leftMs);
      else await end(later, attachment);
    });
  };
  waitFor(QUIET_MS);
}

/** In a turn of the agent's own, and nothing in it is open. What a background task does is not the turn's. */
function isQuiet({ turn, toolCall, permission }: SessionState): boolean {
  if (turn.open === null || turn.open.promptId !== null || turn.open.interrupt !== "none") return false;
  return [...toolCall.open, ...permission.open].every(({ taskId }) => taskId !== undefined);
}
