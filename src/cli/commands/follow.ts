// `skein follow`: a session's events as they happen, for people or as JSON lines.
import { SessionReader } from "../../client/session-reader.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { writeAll } from "../io.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { markAsRead } from "../session/mark-as-read.ts";
import { referenceTo } from "../session/reference.ts";
import { jsonLine } from "../text/json-line.ts";
import { safeLine } from "../text/safe-text.ts";

/** How many past events are shown without --after-event. */
const HISTORY_EVENTS = 500;

export const command = defineCommand({
  name: "follow",
  aliases: ["logs", "tail"],
  group: "WORK",
  summary: "Follow a session's events",
  usage: "follow [session]",
  details: [
    "For people: the last events, then new ones until Ctrl+C. With --json: every event from the beginning, one per line, exactly as in",
    "the log. --after-event starts after an event; --no-follow stops at the current end of the log.",
  ],
  examples: ["skein follow api", "skein follow api --json --after-event 120"],
  effect: "reads",
  flags: {
    ...lastFlag,
    "after-event": { type: "string", value: "seq", formerly: ["after"], summary: "Start after this event" },
    "no-follow": { type: "boolean", summary: "Print the events so far and exit" },
  },
  maxPositionals: 1,
  async run(context) {
    const { io, flags, style } = context;
    const [{ parseSeq, withinLog }, { withDeadline }] = await Promise.all([
      import("../input/parse-seq.ts"),
      import("../wait/deadline.ts"),
    ]);
    const given = parseSeq(flags["after-event"]);
    const client = await context.client();
    const session = await findSession(client, sessionArgument(context, flags.last).ref, context);
    const after =
      given === null ? (flags.json ? 0 : Math.max(0, session.head - HISTORY_EVENTS)) : withinLog(given, session);
    return withDeadline({ io, timeoutMs: null }, async ({ signal }) => {
      const [{ Printer }, { inlineIfSaid }] = await Promise.all([
        import("../render/printer.ts"),
        import("../history/inline-texts.ts"),
      ]);
      let text = "";
      const write = (piece: string): void => {
        text += piece;
      };
      const printer = flags.json
        ? null
        : new Printer({ write, style, leavesQuestions: true, ref: await referenceTo(client, session, context) });
      const isPerson = printer !== null && io.stdout.isTTY === true;
      const { Presence } = isPerson ? await import("../session/presence.ts") : { Presence: null };
      // Whether the person looks at this terminal is not known here.
      const presence = Presence && new Presence({ client, io, seen: () => null });
      const reader = new SessionReader({ client, session: session.id });
      let finishedSeq = 0;
      try {
        for await (const item of reader.items({ after, signal })) {
          if (item.kind === "event") {
            if (printer) printer.feed(await inlineIfSaid(client, item.event));
            else write(`${jsonLine(item.line, io.stdout)}\n`);
            if (item.event.type === "turn_end") finishedSeq = item.event.seq;
          } else if (item.frame.frame === "reset") {
            printer?.reset();
          } else if (item.frame.frame === "caught_up") {
            printer?.askLeft();
            if (!flags["no-follow"]) presence?.claim();
          } else if (item.frame.frame === "attention" || item.frame.frame === "attention_cleared") {
            presence?.show(item.frame);
          } else if (item.frame.frame === "storage") {
            io.stderr.write(`${safeLine(item.frame.text)}\n`);
          }
          await writeAll(io.stdout, text);
          text = "";
          // A person who saw the turn end has read it. If that can't be recorded now, the next event tries again.
          if (reader.isCaughtUp && finishedSeq > 0 && isPerson && (await markAsRead(client, session.id, finishedSeq)))
            finishedSeq = 0;
          if (reader.isCaughtUp && flags["no-follow"]) return exitCodes.ok.code;
        }
      } finally {
        await presence?.end();
      }
      return exitCodes.interrupted.code;
    });
  },
});
