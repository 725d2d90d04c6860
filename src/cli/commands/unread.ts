// `skein unread`: marks sessions as unread.

import { forEachSession } from "../batch/batch.ts";
import { chooseSessions, manyFlags } from "../batch/choose-sessions.ts";
import { defineCommand } from "../command.ts";
import { displayName } from "../render/session-name.ts";

export const command = defineCommand({
  name: "unread",
  aliases: [],
  group: "WORK",
  summary: "Mark sessions as unread",
  usage: "unread <session>…",
  details: [
    "They stay so until somebody looks at them, or until `skein ack`. With a filter instead of names the list is shown first.",
  ],
  examples: ["skein unread api"],
  effect: "acts",
  flags: manyFlags,
  maxPositionals: Number.POSITIVE_INFINITY,
  async run(context) {
    const chosen = await chooseSessions(context, { usage: "unread <session>…" });
    const client = await context.client();
    return forEachSession(context, chosen, {
      verb: "mark … as unread",
      async carryOut(session) {
        const { seq } = await client.arrange(session.id, { unread: true });
        const name = displayName(session);
        return { text: seq > 0 ? `marked ${name} as unread` : `${name} was unread already`, facts: { unread: true } };
      },
    });
  },
});
