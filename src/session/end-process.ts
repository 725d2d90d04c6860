// Ends a session's process while the log can't take the word for it: an agent that fills the disk must not live on because the disk is full.
import type { Desk } from "./desk.ts";
import { stopRun } from "./stop-run.ts";

/** Resolves when it is gone, with the pids of what lives on all the same. What the log lacks of it is read from the run's files later. */
export async function endProcess(desk: Desk, run: string): Promise<readonly number[]> {
  stopRun(desk);
  const known = (await desk.attachment?.stopped) ?? [];
  // Whoever was let go of has nobody who could ask it to end.
  const { left } = await desk.around.keeper.sweep(run);
  return [...new Set([...known, ...left])];
}
