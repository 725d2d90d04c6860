// `skein archive`: puts sessions away. They are no longer listed, and everything in them stays.
import { defineCommand } from "../command.ts";
import { displayName, referenceOf } from "../render/session-name.ts";
import { chooseSessions, manyFlags } from "../session/choose-sessions.ts";
import { forEachSession } from "../session/each-session.ts";

export const command = defineCommand({
  name: "archive",
  aliases: [],
  group: "HISTORY",
  summary: "Put sessions away: no longer listed, nothing lost",
  usage: "archive <session>…",
  details: [
    "The agent's process is ended. `skein sessions --archived` lists them; the next prompt, or unarchive, brings one back.",
    "With a filter instead of names the list is shown first.",
  ],
  examples: ["skein archive api", "skein archive --status done --older-than 2w"],
  effect: "acts",
  flags: manyFlags,
  maxPositionals: Number.POSITIVE_INFINITY,
  async run(context) {
    const chosen = await chooseSessions(context, { usage: "archive <session>…" });
    const client = await context.client();
    return forEachSession(context, chosen, {
      verb: "archive",
      async carryOut(session) {
        const { seq } = await client.archive(session.id, true);
        const what = seq > 0 ? "is archived" : "was archived already";
        return {
          text: `${displayName(session)} ${what}; back in lists: skein unarchive ${referenceOf(session)}`,
          facts: { archived: true },
        };
      },
    });
  },
});
