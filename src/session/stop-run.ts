// Ending an agent's process tree because we want it ended.
import type { Desk } from "./desk.ts";

const STOP_GRACE_MS = 5000;

/** Ends the process tree: SIGTERM, up to 5 s, SIGKILL. Returns at once; the end arrives as an event. */
export function stopRun(desk: Desk): void {
  const { attachment } = desk;
  if (!attachment || attachment.stopped) return;
  attachment.stopped = attachment.run.stop({ graceMs: STOP_GRACE_MS }).catch((error) => {
    desk.around.report("an agent could not be stopped", error);
    return [];
  });
}
