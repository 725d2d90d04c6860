// `skein delete`: moves sessions to the trash, from which they can be restored for seven days.

import { forEachSession } from "../batch/batch.ts";
import { chooseSessions, manyFlags } from "../batch/choose-sessions.ts";
import { trash } from "../batch/trash-session.ts";
import { atStake } from "../batch/work-in-progress.ts";
import { defineCommand } from "../command.ts";

export const command = defineCommand({
  name: "delete",
  aliases: ["rm"],
  group: "HISTORY",
  summary: "Delete sessions; they can be restored for 7 days",
  usage: "delete <session>…",
  details: [
    "Files in the directory where the agent worked are not touched. `skein undo` restores everything that one command deleted. A busy",
    "session needs --force. Queued prompts go to the trash with the session and come back with it, held.",
    "With a filter instead of names the list is shown first.",
  ],
  examples: ["skein delete api", "skein delete --status stopped --older-than 30d"],
  effect: "acts",
  flags: {
    ...manyFlags,
    force: { type: "boolean", formerly: ["f"], summary: "Also stop and include busy sessions" },
  },
  maxPositionals: Number.POSITIVE_INFINITY,
  async run(context) {
    const chosen = await chooseSessions(context, { usage: "delete <session>…" });
    const client = await context.client();
    const batch = crypto.randomUUID();
    const { force } = context.flags;
    return forEachSession(context, chosen, {
      verb: "delete",
      asksAlways: true,
      preview: atStake(client),
      carryOut: (session, expect) => trash(client, session, { batch, force, expect }),
      afterwards: "restore within 7 days: skein undo",
    });
  },
});
