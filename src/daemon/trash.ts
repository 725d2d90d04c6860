// What was deleted: it can be brought back for a while, and is then removed for good.
import type { Hono } from "hono";
import type { ListedSession, Purged } from "../log/index.ts";
import { type EmptyTrashAnswer, routes, type TrashList } from "../protocol/index.ts";
import { sessionsInTrash } from "../session/index.ts";
import { json } from "./answer.ts";
import { refuseWhileDraining } from "./commands.ts";
import type { DaemonContext } from "./context.ts";
import { readBody } from "./request.ts";

export function trashRoutes(app: Hono, context: DaemonContext): void {
  const { log } = context;
  app.get(routes.trashed.path, () => json({ items: sessionsInTrash(log) } satisfies TrashList));

  app.post(routes.emptyTrash.path, async (c) => {
    refuseWhileDraining(context);
    const { sessions } = await readBody(c, "emptyTrash");
    const chosen = sessions && new Set(sessions);
    const isMeant = (session: string): boolean => chosen?.has(session) ?? true;
    const purged = await purgeTrash(context, ({ id }) => isMeant(id));
    const left = log.sessionIds({ shelves: ["trash"] }).filter(isMeant).length;
    return json({ ...purged, left } satisfies EmptyTrashAnswer);
  });
}

type Around = Pick<
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
  { log, sessions, streams, environments, mayLackSessions, lackedSessionsAt }: Around,
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
