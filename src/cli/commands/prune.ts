// `skein prune`: moves old sessions to the trash after showing them. Their processes are stopped.

import { forEachSession } from "../batch/batch.ts";
import { filterFlags, filterSessions, hasFilter } from "../batch/session-filter.ts";
import { trash } from "../batch/trash-session.ts";
import { atStake } from "../batch/work-in-progress.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { chosenFacts, chosenTable, chosenTotal } from "../render/chosen-table.ts";

export const command = defineCommand({
  name: "prune",
  aliases: [],
  group: "HISTORY",
  summary: "Delete old sessions; they can be restored for 7 days",
  usage: "prune --older-than <age> | --trash",
  details: [
    "Shows them first, with their age and size, and asks. Agents that still run in them are stopped. Archived sessions are kept unless",
    "--status archived is given. Files in the directories where agents worked are not touched, and forks keep what they depend on.",
    "--trash deletes everything in the trash for good, now; by default that happens after 7 days.",
  ],
  examples: [
    "skein prune --older-than 30d",
    "skein prune --older-than 2w --status stopped,done --directory . --dry-run",
  ],
  effect: "none",
  flags: {
    ...filterFlags,
    trash: { type: "boolean", summary: "Delete everything in the trash for good, now" },
    "dry-run": { type: "boolean", formerly: ["n"], summary: "Show the sessions, delete nothing" },
  },
  maxPositionals: 0,
  async run(context) {
    const { io, flags, cwd, style, print, say, printJson } = context;
    if (flags.session !== undefined)
      throw usageFailure("prune does not take a session", "delete one by its name: skein delete <session>");
    if (flags.trash) {
      if (hasFilter(flags)) throw usageFailure("--trash is all of the trash", "omit the other flags");
      const { emptyTrash } = await import("../batch/empty-trash.ts");
      return emptyTrash(context, { isDry: flags["dry-run"] });
    }
    if (flags["older-than"] === undefined)
      throw usageFailure("no age given", "give an age: skein prune --older-than 30d");
    const sessions = await filterSessions(context.client, flags, { cwd, nowMs: io.now() });
    if (sessions.length === 0 || flags["dry-run"]) {
      if (flags.json) printJson({ v: 1, dryRun: flags["dry-run"], sessions: sessions.map(chosenFacts) });
      else if (sessions.length === 0) say(`Nothing is older than ${flags["older-than"]}.`);
      else {
        for (const line of await chosenTable(sessions, { style, nowMs: io.now(), home: io.env.HOME })) print(line);
        say(`${chosenTotal(sessions)}; nothing was deleted`);
      }
      return exitCodes.ok.code;
    }
    const client = await context.client();
    const batch = crypto.randomUUID();
    return forEachSession(
      context,
      { sessions, isBulk: true },
      {
        verb: "delete",
        preview: atStake(client),
        async carryOut(session, expect) {
          const { facts, ...done } = await trash(client, session, { batch, force: true, expect });
          return { ...done, facts: { ...chosenFacts(session), ...facts } };
        },
        afterwards: `${chosenTotal(sessions)} in all; restore within 7 days: skein undo`,
      },
    );
  },
});
