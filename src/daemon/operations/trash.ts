// Deleted sessions: restored for a while, then removed for good.
import { sessionsInTrash } from "../../session/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { purgeTrash } from "../jobs/purge-trash.ts";

/** How long a deleted session can be restored. */
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
