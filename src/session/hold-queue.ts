// Whoever ends every agent wants nothing to begin by itself: what is queued, or would go on after a quota, waits for a person.
import { beginsByItself } from "../core/index.ts";
import { byDaemon, type SessionContext } from "./session-context.ts";

/** Never rejects: what can't be recorded keeps no agent from being ended. */
export async function holdQueue(context: SessionContext): Promise<void> {
  if (!beginsByItself(context.state)) return;
  await context
    .commit([{ type: "queue_paused", by: byDaemon, data: { paused: true } }])
    .catch((error) => context.deps.report(`the queue of session ${context.id} can't be held`, error));
}
