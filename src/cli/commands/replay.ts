// `skein replay`: a session played back in the terminal.
import type { Client, ListedSession } from "../../client/index.ts";
import type { Pace } from "../../core/playback/index.ts";
import { type Context, defineCommand } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { usageFailure } from "../failure.ts";
import { displayName } from "../render/session-name.ts";
import { findSession, lastFlag, sessionArgument } from "../session/find-session.ts";
import { referenceTo } from "../session/reference.ts";
import { safeLine } from "../text/safe-text.ts";

const flagsOfReplay = {
  ...lastFlag,
  turn: { type: "string", value: "turn", summary: "Start with this turn: 3 or t3" },
  "after-event": { type: "string", value: "seq", summary: "Start after this event" },
  since: { type: "string", value: "2h", summary: "Start with what happened within this time" },
  speed: { type: "string", value: "n", summary: "How fast: 0.25 to 64; default: 1" },
  "no-skip-idle": { type: "boolean", summary: "Keep the times in which nothing happened" },
} as const;

export const command = defineCommand({
  name: "replay",
  aliases: [],
  group: "HISTORY",
  summary: "Play a session back",
  usage: "replay [session]",
  details: [
    "The transcript as it grew, on a full screen. Space plays and pauses, Left and Right step by event, [ and ] by turn, + and - change the",
    "speed, i keeps or skips idle time, Home (g) and End (G) go to the beginning and to the end, Up, Down, PgUp and PgDn scroll, q quits.",
    "The row above the controls is the whole session, with marks where something happened: prompts, questions and errors.",
    "Where nothing happens for more than two seconds, the rest of that time is skipped, unless --no-skip-idle is given.",
    "Nothing can be answered or sent from here. What happens meanwhile is there after End.",
    "Without a terminal the transcript is printed at once; with --speed or --no-skip-idle, at its pace.",
  ],
  examples: ["skein replay api", "skein replay api --turn 3 --speed 4", "skein replay api --speed 2 --since 1h | cat"],
  effect: "reads",
  flags: flagsOfReplay,
  maxPositionals: 1,
  async run(context) {
    const { io, flags, isInteractive } = context;
    if (flags.json)
      throw usageFailure("replay prints no JSON", "all events as JSON: skein follow <session> --json --no-follow");
    const { beginningOf } = await import("../replay/beginning.ts");
    const findBeginning = beginningOf(flags);
    const pace: Pace = { speed: speedOf(flags.speed), skipsIdle: !flags["no-skip-idle"] };
    const client = await context.client();
    const session = await findSession(client, sessionArgument(context, flags.last).ref, context);
    const after = await findBeginning(client, session, io.now());
    if (isInteractive && io.env.TERM !== "dumb") return replayOnScreen(context, { client, session, after, pace });
    const isPaced = flags.speed !== undefined || flags["no-skip-idle"];
    return print(context, { client, session, after, pace }, isPaced);
  },
});

interface Replay {
  readonly client: Client;
  readonly session: ListedSession;
  readonly after: number;
  readonly pace: Pace;
}

function speedOf(typed: string | undefined): number {
  if (typed === undefined) return 1;
  const speed = /^(\d{1,2}(?:\.\d{1,2})?|\.\d{1,2})[x×]?$/.exec(typed)?.[1];
  if (speed !== undefined && Number(speed) >= 0.25 && Number(speed) <= 64) return Number(speed);
  throw usageFailure(`--speed can't be "${safeLine(typed)}"`, "give a number from 0.25 to 64, such as 2");
}

async function replayOnScreen(context: Context, { client, session, after, pace }: Replay): Promise<number> {
  const { io, style } = context;
  const [screen, { Paper }, { PrintedReel }, { Printer }, { inlineIfSaid }, playback, { Player }, width, ref] =
    await Promise.all([
      import("../replay/replay-screen.ts"),
      import("../replay/paper.ts"),
      import("../replay/printed-reel.ts"),
      import("../render/printer.ts"),
      import("../history/inline-texts.ts"),
      import("../../client/playback/index.ts"),
      import("../../core/playback/index.ts"),
      import("string-width"),
      referenceTo(client, session, context),
    ]);
  const measure = width.default;
  const source = playback.sourceOver(client, session.id);
  const reel = new PrintedReel({
    source: {
      ...source,
      async events(query) {
        const page = await source.events(query);
        return { ...page, events: await Promise.all(page.events.map((event) => inlineIfSaid(client, event))) };
      },
    },
    head: session.head,
    newSheet() {
      const columns = screen.columnsOf(io);
      const paper = new Paper({ columns, measure });
      const write = (text: string): void => paper.write(text);
      const printer = new Printer({ write, style: { ...style, columns }, isPast: true, nowMs: io.now(), ref });
      return {
        feed: (event) => printer.feed(event),
        get rows() {
          return paper.rows;
        },
      };
    },
  });
  const player = new Player(reel, pace);
  await screen.replayOnScreen({
    io,
    style,
    measure,
    name: displayName(session),
    reel,
    player,
    at: after,
    marks: async () => (await client.timeline(session.id, { marks: 1 })).marks ?? [],
    head: async () => (await client.session(session.id)).session.head,
  });
  return exitCodes.ok.code;
}

async function print(context: Context, { client, session, after, pace }: Replay, isPaced: boolean): Promise<number> {
  const { io, style } = context;
  const ref = await referenceTo(client, session, context);
  if (!isPaced) {
    const { writeTranscript } = await import("../history/write-transcript.ts");
    await writeTranscript(client, session, { io, style, after, nowMs: io.now(), ref });
    return exitCodes.ok.code;
  }
  const [{ writeAtPace }, { withDeadline }] = await Promise.all([
    import("../replay/write-at-pace.ts"),
    import("../wait/deadline.ts"),
  ]);
  return withDeadline({ io, timeoutMs: null }, async ({ signal }) => {
    const printing = { style, isPast: true, nowMs: io.now(), ref };
    await writeAtPace(client, session, { io, after, pace, printing, signal });
    return signal.aborted ? exitCodes.interrupted.code : exitCodes.ok.code;
  });
}
