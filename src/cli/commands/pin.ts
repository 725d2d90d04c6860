// `skein pin`: keeps sessions on top of their group in lists.

import { forEachSession } from "../batch/batch.ts";
import { chooseSessions, manyFlags } from "../batch/choose-sessions.ts";
import { defineCommand } from "../command.ts";
import { displayName } from "../render/session-name.ts";

export const command = defineCommand({
  name: "pin",
  aliases: [],
  group: "WORK",
  summary: "Keep sessions on top of their group in lists",
  usage: "pin <session>…",
  details: [
    "It counts for every list of sessions, also on the page. With a filter instead of names the list is shown first.",
  ],
  examples: ["skein pin api"],
  effect: "acts",
  flags: manyFlags,
  maxPositionals: Number.POSITIVE_INFINITY,
  async run(context) {
    const chosen = await chooseSessions(context, { usage: "pin <session>…" });
    const client = await context.client();
    return forEachSession(context, chosen, {
      verb: "pin",
      async carryOut(session) {
        const { seq } = await client.arrange(session.id, { pinned: true });
        const name = displayName(session);
        return { text: seq > 0 ? `pinned ${name}` : `${name} was pinned already`, facts: { pinned: true } };
      },
    });
  },
});
