// `skein prune --trash`: deletes the trash for good. The list is shown first, and it always asks.
import { ProblemError } from "../../client/index.ts";
import type { Context } from "../command.ts";
import { confirm } from "../dialogue/confirm.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { chosenFacts, chosenTable, chosenTotal } from "../render/chosen-table.ts";
import { pluralize } from "../text/numbers.ts";
import { safeLine } from "../text/safe-text.ts";

export async function emptyTrash(context: Context, { isDry }: { isDry: boolean }): Promise<number> {
  const { io, flags, style, say, printJson } = context;
  const client = await context.client({ confirms: true });
  const { items } = await client.trashed();
  if (items.length === 0 || isDry) {
    if (flags.json) printJson({ v: 1, dryRun: isDry, sessions: items.map(chosenFacts) });
    if (items.length === 0) say("The trash is empty.");
  }
  if (items.length === 0) return exitCodes.ok.code;
  for (const line of await chosenTable(items, { style, nowMs: io.now(), home: io.env.HOME })) say(line);
  if (isDry) {
    say(`${chosenTotal(items)}; nothing was deleted for good`);
    return exitCodes.ok.code;
  }
  await confirm(context, `delete ${items.length === 1 ? "it" : `these ${items.length}`} for good?`);
  const { sessions, events, kept, left } = await client.emptyTrash(items.map(({ id }) => id)).catch(explained);
  if (flags.json) printJson({ v: 1, deleted: { sessions, events }, kept, left });
  const gone = [...(sessions > 0 ? [pluralize(sessions, "session")] : []), pluralize(events, "event")].join(" with ");
  say(`${gone} deleted for good`);
  if (kept > 0) say(`${pluralize(kept, "deleted session")} kept in part, because forks depend on it`);
  if (left > 0) say(`${left} left: a process has not ended yet; run it again in a moment`);
  return exitCodes.ok.code;
}

/** A full disk also prevents deleting; the error says what to do instead. */
function explained(error: unknown): never {
  if (!(error instanceof ProblemError) || error.code !== "fenced") throw error;
  throw new Failure("the trash can't be emptied now: the log can't be written", {
    exit: "failed",
    code: error.code,
    why: `${safeLine(error.message)} Deleting needs some space, too.`,
    fix: "free some space elsewhere and run the command again; nothing was deleted",
    cause: error,
  });
}
