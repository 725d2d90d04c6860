// After a recovery the log may be older than reality: queued prompts may have run already. Only a person can tell, so the queue is held.
import { beginsByItself } from "../core/index.ts";
import { byDaemon, type SessionContext } from "./session-context.ts";

/** Once per recovery: afterwards the session has newer events. */
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
