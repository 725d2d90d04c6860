// Whoever ends every agent wants nothing to begin by itself: what is queued, or would go on after a quota, waits for a person.
import { byDaemon, type Desk } from "./desk.ts";

/** Never rejects: what can't be recorded keeps no agent from being ended. */
export async function holdQueue(desk: Desk): Promise<void> {
  const { prompt, limit } = desk.state;
  const wouldBegin = prompt.queue.length > 0 || limit.quota?.holds === true;
  if (prompt.paused || !wouldBegin) return;
  await desk
    .commit([{ type: "queue_paused", by: byDaemon, data: { paused: true } }])
    .catch((error) => desk.around.report(`the queue of session ${desk.id} can't be held`, error));
}
