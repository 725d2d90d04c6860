// `skein find`: words in everything that was said and done in a session.
import type { Hit } from "../../core/index.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { Failure, usageFailure } from "../failure.ts";
import { displayName } from "../render/session-name.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { referenceTo } from "../session/reference.ts";
import { relativeTime } from "../text/relative-time.ts";
import { safeLine } from "../text/safe-text.ts";
import { renderTable } from "../text/table.ts";

const SHOWN = 50;

export const command = defineCommand({
  name: "find",
  aliases: ["grep"],
  group: "HISTORY",
  summary: "Find words in a session",
  usage: 'find <session> "<words>"',
  details: [
    "Literally, whatever their case, in prompts, messages, tool calls, questions and errors; the newest first, 50 at most, unless --all is given.",
    "Of a text of more than 32 KB only the beginning is looked at. Exit code 3 if nothing is found.",
    '--json prints {"v":1,"session":{"id","name"},"hits":[{"seq","at","kind","id","before","match","after"}],"more"}.',
  ],
  examples: ['skein find api "connection refused"', "skein find @ TODO --kind message,prompt"],
  effect: "reads",
  flags: {
    ...lastFlag,
    all: { type: "boolean", summary: "All of them" },
    kind: {
      type: "string",
      value: "kind",
      summary: "Only in these: prompt, message, thought, tool, permission, error, …",
    },
  },
  maxPositionals: 2,
  async run(context) {
    const { io, flags, style, print, printJson, say } = context;
    const { ref, rest } = sessionArgument(context, flags.last);
    const [words = ""] = rest;
    if (ref === undefined || words.trim() === "")
      throw usageFailure(
        ref === undefined ? "no session named" : "no words given",
        'usage: skein find <session> "<words>" (@ is this directory\'s session)',
      );
    const client = await context.client();
    const session = await findSession(client, ref, context);
    const hits: Hit[] = [];
    let before: number | undefined;
    for (;;) {
      const found = await client.find(session.id, { query: words, before, kinds: flags.kind });
      hits.push(...found.items);
      before = found.next ?? undefined;
      if (before === undefined || (!flags.all && hits.length >= SHOWN)) break;
    }
    const more = before !== undefined;
    if (hits.length === 0)
      throw new Failure(`not found in ${displayName(session)}: "${safeLine(words)}"`, {
        exit: "notFound",
        code: "no_match",
        fix: `see the transcript: skein show ${await referenceTo(client, session, context)}`,
      });
    if (flags.json) printJson({ v: 1, session: { id: session.id, name: session.name }, hits, more });
    else {
      const rows = hits.map(({ seq, at, kind, before, match, after }) => [
        { text: String(seq), paint: style.dim },
        { text: relativeTime(at, io.now()) },
        { text: kind },
        { text: safeLine(`${before}${match}${after}`), cut: "end" as const },
      ]);
      const columns = io.stdout.isTTY ? io.stdout.columns : undefined;
      const room = columns === undefined ? undefined : { columns, ellipsis: style.glyphs.ellipsis };
      for (const line of await renderTable(rows, room)) print(line);
      if (more) say("There are more: add --all.");
    }
    return exitCodes.ok.code;
  },
});
