// Whoever ends every agent wants nothing to begin by itself: what is queued, or would go on after a quota, waits for a person.
import { beginsByItself } from "../core/index.ts";
import { byDaemon, type Desk } from "./desk.ts";

/** Never rejects: what can't be recorded keeps no agent from being ended. */
export async function holdQueue(desk: Desk): Promise<void> {
  if (!beginsByItself(desk.state)) return;
  await desk
    .commit([{ type: "queue_paused", by: byDaemon, data: { paused: true } }])
    .catch((error) => desk.around.report(`the queue of session ${desk.id} can't be held`, error));
}
