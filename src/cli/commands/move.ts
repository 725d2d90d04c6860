// `skein move`: places a session in the person's own order of sessions.
import type { Client, ListedSession } from "../../client/index.ts";
import { listOrders, positionBetween, positionOf } from "../../core/index.ts";
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { displayName } from "../render/session-name.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";

export const command = defineCommand({
  name: "move",
  aliases: ["mv"],
  group: "WORK",
  summary: "Place a session in your own order",
  usage: "move <session>, with --first, --end, --before or --after <session>, or --reset",
  details: [
    "skein sessions --sort own lists sessions in this order; those that were never moved are in it by their age, the newest first.",
  ],
  examples: ["skein move api --first", "skein move api --after docs"],
  effect: "acts",
  flags: {
    ...lastFlag,
    first: { type: "boolean", summary: "To the beginning" },
    end: { type: "boolean", summary: "To the end" },
    before: { type: "string", value: "session", summary: "Before this session" },
    after: { type: "string", value: "session", summary: "After this session" },
    reset: { type: "boolean", summary: "To where its age puts it" },
  },
  maxPositionals: 1,
  async run(context) {
    const { flags, say, printJson } = context;
    const { ref } = sessionArgument(context, flags.last);
    const { first, end, before, after, reset } = flags;
    const isOne = [first, end, before !== undefined, after !== undefined, reset].filter(Boolean).length === 1;
    if (ref === undefined || !isOne)
      throw usageFailure(
        ref === undefined ? "no session named" : "no new position given, or more than one",
        "usage: skein move <session>, with one of --first, --end, --before <session>, --after <session>, --reset",
      );
    const client = await context.client();
    const session = await findSession(client, ref, context);
    const position = reset ? null : await positionFor(client, session, context, { first, before, after });
    await client.arrange(session.id, { position });
    if (flags.json) printJson({ v: 1, session: session.id, name: session.name, position });
    say(`moved ${displayName(session)}; see it with: skein sessions --sort own`);
    return exitCodes.ok.code;
  },
});

interface Target {
  readonly first: boolean;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

async function positionFor(
  client: Client,
  { id }: ListedSession,
  context: Context,
  { first, before, after }: Target,
): Promise<string> {
  const ref = before ?? after;
  const other = ref === undefined ? null : await findSession(client, ref, context);
  if (other?.id === id) throw usageFailure("a session can't be moved beside itself", "name another session");
  const rows = (await client.sessions({ shelf: "all" })).filter((row) => row.id !== id).toSorted(listOrders.own);
  const at =
    other === null ? (first ? 0 : rows.length) : rows.findIndex((row) => row.id === other.id) + (before ? 0 : 1);
  const positionAt = (index: number): string | null => {
    const row = rows[index];
    return row ? positionOf(row) : null;
  };
  return positionBetween(positionAt(at - 1), positionAt(at));
}
