// The queue, and a session that waits for a quota, are held until a person releases them.
import { beginsByItself } from "../core/index.ts";
import { byDaemon, type SessionContext } from "./session-context.ts";

/** After all agents were ended, nothing may start automatically. Never rejects: a failed record does not keep an agent from being ended. */
export async function holdQueue(context: SessionContext): Promise<void> {
  if (!beginsByItself(context.state)) return;
  await context
    .commit([{ type: "queue_paused", by: byDaemon, data: { paused: true } }])
    .catch((error) => context.deps.report(`the queue of session ${context.id} can't be held`, error));
}

/**
 * After a recovery the log may be older than reality: queued prompts may have run already, and only a person can tell. Once per recovery: afterwards the
 * session has newer events.
 */
export async function holdAfterRecovery(context: SessionContext): Promise<void> {
  const { prompt, lifecycle } = context.state;
  const recoveredAt = context.deps.recoveredAt();
  const hasMoreToDo = prompt.queue.length > 0 || beginsByItself(context.state);
  if (recoveredAt === null || !hasMoreToDo || (lifecycle.updatedAt ?? "") >= recoveredAt) return;
  const message = "The log was recovered, and its newest part may be missing: queued prompts may have run already.";
  const hint = "check them with skein queue, then release or cancel them";
  await context.commit([
    ...(prompt.paused ? [] : [{ type: "queue_paused" as const, by: byDaemon, data: { paused: true } }]),
    { type: "error", by: byDaemon, data: { code: "recovered", message, hint } },
  ]);
}
