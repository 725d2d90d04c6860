// `skein undo`: restores everything that was deleted last, or named sessions from the trash.
import type { Client, ListedSession } from "../../client/index.ts";
import { forEachSession } from "../batch/batch.ts";
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure, usageFailure } from "../failure.ts";
import { displayName, nameAndId } from "../render/session-name.ts";
import { attachReference } from "../session/reference.ts";
import { resolveInTrash } from "../session/resolve-in-trash.ts";
import { relativeTime } from "../text/relative-time.ts";
import { renderTable } from "../text/table.ts";
import { tildePath } from "../text/tilde-path.ts";

export const command = defineCommand({
  name: "undo",
  aliases: [],
  group: "HISTORY",
  summary: "Restore what was deleted last",
  usage: "undo [deleted session]…",
  details: [
    "Everything that one delete or prune removed comes back together; a session of the trash that you name comes back alone. --list shows",
    "what can be restored. If another session has taken the name, a number is added to it.",
  ],
  examples: ["skein undo", "skein undo --list", "skein undo api"],
  effect: "none",
  flags: { list: { type: "boolean", summary: "List what can be restored" } },
  maxPositionals: Number.POSITIVE_INFINITY,
  async run(context) {
    const { flags, positionals, say, printJson } = context;
    const refs = [...(flags.session === undefined ? [] : [flags.session]), ...positionals];
    if (flags.list && refs.length > 0)
      throw usageFailure("--list shows all of the trash", "omit the names, or omit --list to restore them");
    const client = await context.client();
    const { items } = await client.trashed();
    if (flags.list) return list(context, items);
    const [newest] = items;
    const sessions =
      refs.length > 0
        ? refs.map((ref) => inTrash(items, ref))
        : items.filter(({ trash }) => trash?.batch === newest?.trash?.batch);
    if (sessions.length === 0) {
      if (flags.json) printJson({ v: 1, sessions: [] });
      say("Nothing to undo: the trash is empty.");
      return exitCodes.ok.code;
    }
    return forEachSession(
      context,
      { sessions, isBulk: false },
      { verb: "restore", carryOut: restore(client, context) },
    );
  },
});

const restore = (client: Client, context: Context) => async (session: ListedSession) => {
  await client.restore(session.id);
  const { session: now } = await client.session(session.id);
  const renamed = now.name === session.name ? "" : `, now called ${displayName(now)}`;
  return {
    text: `restored ${nameAndId(session)}${renamed}: skein attach ${await attachReference(client, now, context)}`,
    facts: { restored: true, name: now.name },
  };
};

async function list({ io, flags, print, printJson }: Context, items: readonly ListedSession[]): Promise<number> {
  if (flags.json) printJson({ v: 1, sessions: items });
  else if (items.length === 0) print("The trash is empty.");
  else {
    const rows = items.map((session) => [
      { text: nameAndId(session) },
      { text: `deleted ${relativeTime(deletedAt(session), io.now())}` },
      { text: `for good on ${(session.trash?.until ?? "").slice(0, 10)}` },
      { text: tildePath(session.workspace.path, io.env.HOME) },
    ]);
    for (const line of await renderTable(rows)) print(line);
  }
  return exitCodes.ok.code;
}

/** Its deletion is the newest event about it. */
const deletedAt = ({ updatedAt }: ListedSession): string => updatedAt;

function inTrash(items: readonly ListedSession[], ref: string): ListedSession {
  const found = resolveInTrash(items, ref);
  const session = found.kind === "found" ? items.find(({ id }) => id === found.id) : undefined;
  if (session) return session;
  const isAmbiguous = found.kind === "ambiguous";
  throw new Failure(isAmbiguous ? `more than one session in the trash is "${ref}"` : `not in the trash: "${ref}"`, {
    exit: "notFound",
    code: isAmbiguous ? "ambiguous" : "session_not_found",
    lines: isAmbiguous ? found.candidates.map(({ id, name }) => `${id}  ${name ?? "-"}`) : [],
    fix: "list the trash: skein undo --list",
  });
}
