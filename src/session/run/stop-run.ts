// Ends an agent's process tree on request.
import type { AttachedRun, SessionContext } from "../session-context.ts";

const STOP_GRACE_MS = 5000;
const RETRY_MS = 2000;

/** Ends the process tree: SIGTERM, up to 5 s, SIGKILL. Returns at once; the end arrives as an event. */
export function stopAttachedRun(context: SessionContext): void {
  const { attachedRun } = context;
  if (!attachedRun || attachedRun.stopped) return;
  attachedRun.stopped = stopAtLast(context, attachedRun);
}

/** Retries for as long as the agent lives and this daemon is attached: nobody else would end it. Never rejects. */
async function stopAtLast(context: SessionContext, attachedRun: AttachedRun): Promise<readonly number[]> {
  const { clock, report } = context.deps;
  const { run } = attachedRun;
  let reported = "";
  let isOver = false;
  const over = run.exited.then(() => {
    isOver = true;
  });
  while (!isOver && context.attachedRun === attachedRun) {
    try {
      return await run.stop({ graceMs: STOP_GRACE_MS });
    } catch (error) {
      if (String(error) !== reported) report("an agent could not be stopped; retrying", error);
      reported = String(error);
      await Promise.race([over, new Promise<void>((resolve) => clock.after(RETRY_MS, resolve))]);
    }
  }
  return [];
}
