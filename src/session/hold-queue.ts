// After all agents were ended, nothing may start automatically: the queue, and a session that waits for a quota, wait for a person.
import { beginsByItself } from "../core/index.ts";
import { byDaemon, type SessionContext } from "./session-context.ts";

/** Never rejects: a failed record does not keep an agent from being ended. */
export async function holdQueue(context: SessionContext): Promise<void> {
  if (!beginsByItself(context.state)) return;
  await context
    .commit([{ type: "queue_paused", by: byDaemon, data: { paused: true } }])
    .catch((error) => context.deps.report(`the queue of session ${context.id} can't be held`, error));
}
