// `skein export`: a session's log, one event per line, however long it is; or as a file to be read.
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
  summary: "Print a session's log, one JSON event per line, or export it as Markdown or HTML",
  usage: "export [session]",
  details: [
    "The lines are the log's own; skein import reads them. Events have only the beginning of long texts; with --blobs the whole text",
    "precedes the first event that needs it. --md is for reading.",
    "These contain everything that was said, printed and read, secrets included: check them before you share them.",
    "--html writes one file that plays the session in a browser, without Skein and without a network. What looks like a secret is masked",
    "in it, and is listed before the file is written. It is written to <name>.html, or to stdout if that is not a terminal.",
  ],
  examples: [
    "skein export api > api.jsonl",
    "skein export api --md > api.md",
    "skein export api --html -o api.html",
    "skein export api --html --turn last",
  ],
  effect: "reads",
  flags: {
    ...lastFlag,
    "after-event": { type: "string", value: "seq", formerly: ["after"], summary: "Only events after this one" },
    blobs: { type: "boolean", summary: "With the long texts and files that events refer to" },
    md: { type: "boolean", summary: "As Markdown" },
    html: { type: "boolean", summary: "As one HTML file, with secrets masked" },
    turn: { type: "string", value: "n", summary: 'With --html: only this turn, by its number, or "last"' },
    output: { type: "string", short: "o", value: "file", summary: "With --html: the file to write; - is stdout" },
    "no-mask": { type: "boolean", summary: "With --html: mask nothing" },
  },
  maxPositionals: 1,
  async run(context) {
    const { io, flags } = context;
    const { turn, output } = flags;
    if (flags.html && (flags.md || flags.blobs))
      throw usageFailure(`--html and --${flags.md ? "md" : "blobs"} don't go together`, "choose one of them");
    if (!flags.html && (turn !== undefined || output !== undefined || flags["no-mask"]))
      throw usageFailure(
        `--${turn !== undefined ? "turn" : output !== undefined ? "output" : "no-mask"} goes with --html`,
        "add --html, or omit it",
      );
    if (flags.md && (flags.json || flags.blobs))
      throw usageFailure(`--md and --${flags.blobs ? "blobs" : "json"} don't go together`, "choose one of them");
    const { parseSeq, withinLog } = await import("../input/parse-seq.ts");
    const given = parseSeq(flags["after-event"]) ?? 0;
    const client = await context.client();
    const session = await findSession(client, sessionArgument(context, flags.last).ref, context);
    if (flags.html) {
      const { exportHtml } = await import("../export/export-html.ts");
      const range = { turn, after: flags["after-event"] };
      await exportHtml(context, { client, session }, { ...range, output, isMasked: !flags["no-mask"] });
      return exitCodes.ok.code;
    }
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
