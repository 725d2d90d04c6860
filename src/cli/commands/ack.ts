// `skein ack`: marks sessions as read up to now.
import type { ListedSession } from "../../client/index.ts";
import { forEachSession } from "../batch/batch.ts";
import { type Chosen, chooseSessions, manyFlags } from "../batch/choose-sessions.ts";
import { filterSessions } from "../batch/session-filter.ts";
import { defineCommand } from "../command.ts";
import { displayName } from "../render/session-name.ts";
import { sessionArguments } from "../session/find-session.ts";

export const command = defineCommand({
  name: "ack",
  aliases: [],
  group: "WORK",
  summary: "Mark sessions as read up to now",
  usage: "ack [session]…",
  details: [
    "Without a name: all finished sessions that nobody has read, or the ones that match a filter; the list is shown first.",
  ],
  examples: ["skein ack api", "skein ack", "skein ack --directory . -y"],
  effect: "acts",
  flags: manyFlags,
  maxPositionals: Number.POSITIVE_INFINITY,
  async run(context) {
    const { io, flags, cwd } = context;
    const isNamed = sessionArguments(context, flags.last).length > 0;
    const chosen: Chosen = isNamed
      ? await chooseSessions(context, { usage: "ack [session]…" })
      : {
          sessions: (await filterSessions(context.client, flags, { cwd, nowMs: io.now() })).filter(isUnread),
          isBulk: true,
        };
    const client = await context.client();
    return forEachSession(context, chosen, {
      verb: "mark … as read",
      async carryOut(session) {
        const { outcome } = await client.acknowledge(session.id, session.head);
        return { text: `marked ${displayName(session)} as read`, facts: { upTo: outcome.upTo } };
      },
    });
  },
});

const isUnread = ({ status, reason }: ListedSession): boolean => status === "waiting" && reason.code === "finished";
