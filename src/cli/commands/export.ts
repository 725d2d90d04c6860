// `skein export`: a session's log as it is, one event per line, however long it is.
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { writeAll } from "../io.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";

const CHUNK_CHARACTERS = 64 * 1024;

export const command = defineCommand({
  name: "export",
  aliases: [],
  group: "HISTORY",
  summary: "Print a session's log, one JSON event per line, or as Markdown",
  usage: "export [session]",
  details: ["The lines are the log's own: skein import takes them in again. --md is for reading."],
  examples: ["skein export api > api.jsonl", "skein export api --md > api.md"],
  flags: {
    ...lastFlag,
    after: { type: "string", value: "seq", summary: "Only what comes after this event" },
    md: { type: "boolean", summary: "As Markdown" },
  },
  maxPositionals: 1,
  async run(context) {
    const { io, flags, cwd } = context;
    const { parseSeq } = await import("../session/parse-seq.ts");
    const after = parseSeq(flags.after) ?? 0;
    const client = await context.client();
    const session = await findSession(client, sessionArgument(context, flags.last).ref, cwd);
    if (flags.md) {
      const { sessionMarkdown } = await import("../session/session-markdown.ts");
      await writeAll(io.stdout, await sessionMarkdown(client, session, after));
      return exitCodes.ok.code;
    }
    let chunk = "";
    for await (const { line } of client.log(session.id, { after })) {
      chunk += `${line}\n`;
      if (chunk.length < CHUNK_CHARACTERS) continue;
      await writeAll(io.stdout, chunk);
      chunk = "";
    }
    await writeAll(io.stdout, chunk);
    return exitCodes.ok.code;
  },
});
