// `skein export`: prints a session's log, one event per line, however long it is.
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { writeAll } from "../io.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { jsonLine } from "../text/json-line.ts";

const CHUNK_CHARACTERS = 64 * 1024;

export const command = defineCommand({
  name: "export",
  aliases: [],
  group: "HISTORY",
  summary: "Print a session's log, one JSON event per line, or as Markdown",
  usage: "export [session]",
  details: [
    "The lines are the log's own; skein import reads them. Events have only the beginning of long texts; with --blobs the whole text",
    "precedes the first event that needs it. --md is for reading.",
    "An export contains everything that was said, printed and read, secrets included: check it before you share it.",
  ],
  examples: ["skein export api > api.jsonl", "skein export api --md > api.md"],
  effect: "reads",
  flags: {
    ...lastFlag,
    "after-event": { type: "string", value: "seq", formerly: ["after"], summary: "Only events after this one" },
    blobs: { type: "boolean", summary: "With the long texts and files that events refer to" },
    md: { type: "boolean", summary: "As Markdown" },
  },
  maxPositionals: 1,
  async run(context) {
    const { io, flags } = context;
    if (flags.md && (flags.json || flags.blobs))
      throw usageFailure(`--md and --${flags.blobs ? "blobs" : "json"} don't go together`, "choose one of them");
    const { parseSeq, withinLog } = await import("../input/parse-seq.ts");
    const given = parseSeq(flags["after-event"]) ?? 0;
    const client = await context.client();
    const session = await findSession(client, sessionArgument(context, flags.last).ref, context);
    const after = withinLog(given, session);
    if (flags.md) {
      const { sessionMarkdown } = await import("../history/session-markdown.ts");
      const { agentText } = await import("../text/agent-text.ts");
      const speech = io.stdout.isTTY ? (text: string) => agentText(text, context.style) : undefined;
      await writeAll(io.stdout, await sessionMarkdown(client, session, { after, speech }));
      return exitCodes.ok.code;
    }
    const blobs = flags.blobs ? (await import("../history/blob-lines.ts")).blobLines(client) : null;
    let chunk = "";
    for await (const { event, line } of client.log(session.id, { after })) {
      if (blobs) {
        for await (const part of blobs(event)) {
          await writeAll(io.stdout, `${chunk}${part}\n`);
          chunk = "";
        }
      }
      chunk += `${jsonLine(line, io.stdout)}\n`;
      if (chunk.length < CHUNK_CHARACTERS) continue;
      await writeAll(io.stdout, chunk);
      chunk = "";
    }
    await writeAll(io.stdout, chunk);
    return exitCodes.ok.code;
  },
});
