// A turn that the agent began by itself has no prompt whose answer would end it. If the agent does not report its end, the turn is over when the
// agent has been quiet for a while.
import type { SessionState } from "../../core/index.ts";
import { type AttachedRun, postLater, type SessionContext } from "../session-context.ts";

const QUIET_MS = 5000;

/** Call it after any input or output: the time counts from then. `end` asks the driver. */
export function watchOwnTurn(
  context: SessionContext,
  attachedRun: AttachedRun,
  end: (context: SessionContext, attachedRun: AttachedRun) => Promise<void>,
): void {
  const { clock } = context.deps;
  attachedRun.quietSinceMs = clock.monotonicMs();
  if (attachedRun.isQuietTimed || !isQuiet(context.state)) return;
  const waitFor = (delayMs: number): void => {
    attachedRun.isQuietTimed = true;
    postLater(context, attachedRun, delayMs, async (later) => {
      attachedRun.isQuietTimed = false;
      if (!isQuiet(later.state) || attachedRun.longLine) return;
      const leftMs = attachedRun.quietSinceMs + QUIET_MS - clock.monotonicMs();
      if (leftMs > 0) waitFor(leftMs);
      else await end(later, attachedRun);
    });
  };
  waitFor(QUIET_MS);
}

/** Whether a turn of the agent's own has nothing open. Background work is not part of the turn. */
function isQuiet({ turn, toolCall, permission }: SessionState): boolean {
  if (turn.open === null || turn.open.promptId !== null || turn.open.interrupt !== "none") return false;
  return [...toolCall.open, ...permission.open].every(({ taskId }) => taskId !== undefined);
}
