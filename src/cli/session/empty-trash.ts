// `skein prune --trash`: what was deleted goes for good, now. Shown first, and always asked for.
import type { Context } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { chosenTable } from "../render/chosen-table.ts";
import { confirm } from "./confirm.ts";

export async function emptyTrash(context: Context, { isDry }: { isDry: boolean }): Promise<number> {
  const { io, flags, style, say, printJson } = context;
  const client = await context.client();
  const { items } = await client.trashed();
  if (items.length === 0 || isDry) {
    if (flags.json) printJson({ v: 1, dryRun: isDry, sessions: items });
    if (items.length === 0) say("The trash is empty.");
  }
  if (items.length === 0) return exitCodes.ok.code;
  for (const line of await chosenTable(items, { style, nowMs: io.now(), home: io.env.HOME })) say(line);
  if (isDry) {
    say("nothing was deleted");
    return exitCodes.ok.code;
  }
  await confirm(context, `delete ${items.length === 1 ? "it" : `these ${items.length}`} for good?`);
  const { sessions, events, kept, left } = await client.emptyTrash();
  if (flags.json) printJson({ v: 1, deleted: { sessions, events }, kept, left });
  say(`${sessions} ${sessions === 1 ? "session" : "sessions"} with ${events} events deleted for good`);
  if (kept > 0) say(`${kept} kept in part, as forks stand on them`);
  if (left > 0) say(`${left} left: a process is still to end; run it again in a moment`);
  return exitCodes.ok.code;
}
