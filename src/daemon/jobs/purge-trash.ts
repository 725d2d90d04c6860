// Deleted sessions are removed for good: those whose time is up, or those that a person chose.
import type { ListedSession, Purged } from "../../log/index.ts";
import { sessionsInTrash } from "../../session/index.ts";
import type { DaemonContext } from "../context.ts";

type Dependencies = Pick<
  DaemonContext,
  "log" | "sessions" | "streams" | "environments" | "mayLackSessions" | "lackedSessionsAt"
>;

/** Those whose time is up. */
export const isOverdue =
  (now: string) =>
  ({ trash }: ListedSession): boolean =>
    trash !== undefined && Date.parse(trash.until) <= Date.parse(now);

/** Removes these for good, and goes on with what a daemon before this one has not finished. */
export async function purgeTrash(
  { log, sessions, streams, environments, mayLackSessions, lackedSessionsAt }: Dependencies,
  isDue: (session: ListedSession) => boolean,
): Promise<Purged> {
  const due = sessionsInTrash(log).filter(isDue);
  const purged = await log.purge(due.map(({ id }) => id));
  for (const { id } of due) {
    // What still has a process waits for the next time.
    if (log.summary(id)) continue;
    sessions.forget(id);
    streams.endSession(id);
    await environments.forget(id);
  }
  // The right log may come back, and with it the sessions that these are of.
  if (!mayLackSessions())
    await environments.keepOnly(() => log.sessionIds({ shelves: ["listed", "archived", "trash"] }), {
      before: lackedSessionsAt(),
    });
  return purged;
}
