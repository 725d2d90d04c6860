// Removes deleted sessions for good: those whose time is up, or those that a person chose.
import type { ListedSession, Purged } from "../../log/index.ts";
import { sessionsInTrash } from "../../session/index.ts";
import type { DaemonContext } from "../context.ts";

type Dependencies = Pick<
  DaemonContext,
  "log" | "sessions" | "streams" | "environments" | "mayLackSessions" | "lackedSessionsAt"
>;

/** Selects the sessions whose time is up. */
export const isOverdue =
  (now: string) =>
  ({ trash }: ListedSession): boolean =>
    trash !== undefined && Date.parse(trash.until) <= Date.parse(now);

/** Removes these for good, and completes what an earlier daemon has not finished. */
export async function purgeTrash(
  { log, sessions, streams, environments, mayLackSessions, lackedSessionsAt }: Dependencies,
  isDue: (session: ListedSession) => boolean,
): Promise<Purged> {
  const due = sessionsInTrash(log).filter(isDue);
  const purged = await log.purge(due.map(({ id }) => id));
  for (const { id } of due) {
    // A session that still has a process is removed next time.
    if (log.summary(id)) continue;
    sessions.forget(id);
    streams.endSession(id);
    await environments.forget(id);
  }
  // The original log may come back, and with it the sessions of these environments.
  if (!mayLackSessions())
    await environments.keepOnly(() => log.sessionIds({ shelves: ["listed", "archived", "trash"] }), {
      before: lackedSessionsAt(),
    });
  return purged;
}
