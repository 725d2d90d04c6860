// `skein archive`: hides sessions from lists; their history is kept.

import { forEachSession } from "../batch/batch.ts";
import { chooseSessions, manyFlags } from "../batch/choose-sessions.ts";
import { atStake, endedBy, endedFacts, inTurn, keptLines } from "../batch/work-in-progress.ts";
import { defineCommand } from "../command.ts";
import { displayName } from "../render/session-name.ts";
import { referenceTo } from "../session/reference.ts";

export const command = defineCommand({
  name: "archive",
  aliases: [],
  group: "HISTORY",
  summary: "Hide sessions from lists; nothing is lost",
  usage: "archive <session>…",
  details: [
    "The agent's process ends, and queued prompts are kept and held. `skein sessions --archived` lists archived sessions; the next",
    "prompt, or unarchive, brings one back. A busy session, also with background tasks, needs --force. With a filter instead of names the",
    "list is shown first.",
  ],
  examples: ["skein archive api", "skein archive --status done --older-than 2w"],
  effect: "acts",
  flags: {
    ...manyFlags,
    force: { type: "boolean", formerly: ["f"], summary: "Also stop and include busy sessions" },
  },
  maxPositionals: Number.POSITIVE_INFINITY,
  async run(context) {
    const chosen = await chooseSessions(context, { usage: "archive <session>…" });
    const client = await context.client();
    const { force } = context.flags;
    return forEachSession(context, chosen, {
      verb: "archive",
      preview: atStake(client),
      async carryOut(session, expect) {
        const answer = await client.archive(session.id, true, { force, expect });
        const ended = await endedBy(client, answer);
        const stopped = ended.turn === null ? "" : `, stopped${inTurn(ended)}`;
        const name = displayName(session);
        const what = answer.seq > 0 ? `archived ${name}${stopped}` : `${name} was archived already`;
        const ref = await referenceTo(client, session, context);
        return {
          text: `${what}; undo with: skein unarchive ${ref}`,
          lines: keptLines(ref, ended),
          facts: { archived: true, ...endedFacts(ended) },
        };
      },
    });
  },
});
