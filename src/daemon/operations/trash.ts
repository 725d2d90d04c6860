// What was deleted: it can be brought back for a while, and is then removed for good.
import type { ListedSession, Purged } from "../../log/index.ts";
import { sessionsInTrash } from "../../session/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";

/** How long what was deleted can be brought back. */
const TRASH_MS = 7 * 24 * 60 * 60 * 1000;

export const trashHandlers = (
  context: DaemonContext,
): Pick<Handlers, "trash" | "trashed" | "emptyTrash" | "restore"> => ({
  trash({ body: { id, batch = id, force = false, expect }, submit }) {
    const until = context.elapsedTime.notBefore(TRASH_MS);
    return submit({ type: "trash", batch, stop: force, expect, until });
  },

  trashed: () => ({ items: sessionsInTrash(context.log) }),

  restore: async ({ session, envelope }) => context.sessions.restore(await session(), envelope),

  async emptyTrash({ body: { sessions } }) {
    const chosen = sessions && new Set(sessions);
    const isMeant = (session: string): boolean => chosen?.has(session) ?? true;
    const purged = await purgeTrash(context, ({ id }) => isMeant(id));
    const left = context.log.sessionIds({ shelves: ["trash"] }).filter(isMeant).length;
    return { ...purged, left };
  },
});

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
