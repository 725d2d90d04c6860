// `skein unarchive`: lists archived sessions again.

import { forEachSession } from "../batch/batch.ts";
import { chooseSessions, manyFlags } from "../batch/choose-sessions.ts";
import { defineCommand } from "../command.ts";
import { displayName } from "../render/session-name.ts";

export const command = defineCommand({
  name: "unarchive",
  aliases: [],
  group: "HISTORY",
  summary: "List archived sessions again",
  usage: "unarchive <session>…",
  details: ["With a filter instead of names the list is shown first; it holds archived sessions only."],
  examples: ["skein unarchive api", "skein unarchive --directory ."],
  effect: "acts",
  flags: manyFlags,
  maxPositionals: Number.POSITIVE_INFINITY,
  async run(context) {
    const chosen = await chooseSessions(context, { usage: "unarchive <session>…", shelf: "archived" });
    const client = await context.client();
    return forEachSession(context, chosen, {
      verb: "unarchive",
      async carryOut(session, expect) {
        const { seq } = await client.archive(session.id, false, { expect });
        const name = displayName(session);
        return { text: seq > 0 ? `unarchived ${name}` : `${name} was not archived`, facts: { archived: false } };
      },
    });
  },
});
