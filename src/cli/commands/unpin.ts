// `skein unpin`: puts pinned sessions back into their order.

import { forEachSession } from "../batch/batch.ts";
import { chooseSessions, manyFlags } from "../batch/choose-sessions.ts";
import { defineCommand } from "../command.ts";
import { displayName } from "../render/session-name.ts";

export const command = defineCommand({
  name: "unpin",
  aliases: [],
  group: "WORK",
  summary: "Put pinned sessions back into their order",
  usage: "unpin <session>…",
  details: ["With a filter instead of names the list is shown first."],
  examples: ["skein unpin api"],
  effect: "acts",
  flags: manyFlags,
  maxPositionals: Number.POSITIVE_INFINITY,
  async run(context) {
    const chosen = await chooseSessions(context, { usage: "unpin <session>…" });
    const client = await context.client();
    return forEachSession(context, chosen, {
      verb: "unpin",
      async carryOut(session) {
        const { seq } = await client.arrange(session.id, { pinned: false });
        const name = displayName(session);
        return { text: seq > 0 ? `unpinned ${name}` : `${name} was not pinned`, facts: { pinned: false } };
      },
    });
  },
});
