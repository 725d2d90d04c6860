// `skein inbox`: everything that waits for a person, in all sessions.
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { printedRows } from "../render/inbox-rows.ts";

export const command = defineCommand({
  name: "inbox",
  aliases: [],
  group: "WORK",
  summary: "List and answer everything that waits for you",
  usage: "inbox",
  details: [
    "Oldest first. In a terminal, a number or the arrow keys and Enter open a question; it is shown whole and answered as with skein",
    "answer. Esc goes back, Ctrl+C quits. The list is live, and a question keeps its number. --watch stays open when nothing",
    "waits. Through a pipe it prints lines; with --watch one for each question that comes or goes (--json: JSON lines).",
  ],
  effect: "none",
  flags: { watch: { type: "boolean", formerly: ["w"], summary: "Stay open and show new questions" } },
  maxPositionals: 0,
  async run({ io, cwd, flags, style, isInteractive, print, printJson, client: connect }) {
    const client = await connect();
    if (isInteractive && !flags.json) {
      const [{ runInboxScreen }, { default: measure }] = await Promise.all([
        import("../inbox/inbox-screen.ts"),
        import("string-width"),
      ]);
      const { items } = flags.watch ? { items: null } : await client.inbox();
      if (items?.length === 0) print("Nothing waits for you.");
      else await runInboxScreen({ client, io, cwd, style, measure, isWatching: flags.watch });
      return exitCodes.ok.code;
    }
    if (flags.watch) {
      const [{ watchInbox }, { withDeadline }] = await Promise.all([
        import("../inbox/print-inbox.ts"),
        import("../wait/deadline.ts"),
      ]);
      await withDeadline({ io, timeoutMs: null }, ({ signal }) =>
        watchInbox({ client, io, style, isJson: flags.json, signal }),
      );
      return exitCodes.interrupted.code;
    }
    const { items } = await client.inbox();
    if (flags.json) printJson({ v: 1, items });
    else {
      const rows = items.map((question) => ({ number: null, question }));
      for (const line of await printedRows(rows, { style, nowMs: io.now(), home: io.env.HOME })) print(line);
      if (items.length === 0) print("Nothing waits for you.");
    }
    return exitCodes.ok.code;
  },
});
