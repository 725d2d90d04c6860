// `skein replay` in a terminal: the transcript up to a moment on a full screen, with the player below it.
import type { Mark } from "../../core/index.ts";
import { Moves, type Player } from "../../core/playback/index.ts";
import { messageOf, TaskQueue } from "../../system/index.ts";
import { type Io, writeAll } from "../io.ts";
import { changesBetween, frameOf, type Key, OwnScreen, scrolled } from "../terminal/index.ts";
import { fitted } from "../text/cut.ts";
import { safeLine } from "../text/safe-text.ts";
import type { Style } from "../text/style.ts";
import type { Measure } from "../text/text-width.ts";
import type { PrintedReel } from "./printed-reel.ts";
import { actOfKey, type ReplayAct } from "./replay-keys.ts";
import { keysRow, type ReplayState, scrubberRow, stateRow } from "./scrubber-rows.ts";

interface Replaying {
  readonly io: Io;
  readonly style: Style;
  readonly measure: Measure;
  /** Of the session, as people know it. */
  readonly name: string;
  readonly reel: PrintedReel;
  readonly player: Player;
  /** The event to begin with. */
  readonly at: number;
  marks(): Promise<readonly Mark[]>;
  /** The session's newest event now. */
  head(): Promise<number>;
}

const TICK_MS = 50;
/** After a longer time nobody has looked. */
const MAX_TICK_MS = 1000;
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;
/** The title, and the rows of the player. */
const OWN_ROWS = 4;

/** The width of its text: terminals wrap after their last column, some in it. */
export const columnsOf = ({ stdout }: Pick<Io, "stdout">): number => (stdout.columns || DEFAULT_COLUMNS) - 1;

/** Resolves when the person quits. */
export async function replayOnScreen(replaying: Replaying): Promise<void> {
  const { io, style, measure, name, reel, player, at } = replaying;
  const { stdout } = io;
  const left = Promise.withResolvers<void>();
  const drawings = new TaskQueue();
  const moves = new Moves({ moved, failed });
  let shown: readonly string[] | null = null;
  let marks: readonly Mark[] = [];
  let failure: string | null = null;
  /** Rows that are scrolled out of sight below. */
  let below = 0;
  let lastMs = io.now();
  let clock: NodeJS.Timeout | null = null;

  const room = (): number => Math.max(1, (stdout.rows || DEFAULT_ROWS) - OWN_ROWS);
  const mostBelow = (): number => Math.max(0, reel.rows.length - room());

  function state(): ReplayState {
    const { current, first, head } = reel;
    const { pace, isPlaying, isAtEnd } = player;
    return { current, first, head, marks, pace, isPlaying, isAtEnd, below, failure };
  }

  function frame(): string[] {
    const columns = columnsOf(io);
    const end = reel.rows.length - below;
    const rows = reel.rows.slice(Math.max(0, end - room()), end);
    const lines = [
      style.dim(`replay of ${name}`),
      ...rows,
      ...Array.from({ length: room() - rows.length }, () => ""),
      scrubberRow(state(), columns, style),
      stateRow(state(), style),
      keysRow(player.isPlaying, style),
    ];
    return frameOf(lines, stdout.rows || DEFAULT_ROWS, (line) => fitted(line, columns, { measure, style }));
  }

  async function drawNow(): Promise<void> {
    if (!screen.isThere) return;
    const next = frame();
    const text = changesBetween(shown, next);
    shown = next;
    if (text !== "") await writeAll(stdout, text);
  }

  const draw = (): void => void drawings.run(drawNow).catch(() => left.resolve());

  function drawAnew(): void {
    shown = null;
    draw();
  }

  function moved(): void {
    failure = null;
    below = 0;
    draw();
    keepTime();
  }

  function failed(error: unknown): void {
    player.pause();
    failure = safeLine(messageOf(error));
    keepTime();
    draw();
  }

  /** The clock runs only while it plays. */
  function keepTime(): void {
    if (player.isPlaying === (clock !== null)) return;
    lastMs = io.now();
    if (clock) clearInterval(clock);
    clock = player.isPlaying ? setInterval(tick, TICK_MS) : null;
  }

  function tick(): void {
    const nowMs = io.now();
    const elapsedMs = Math.min(MAX_TICK_MS, Math.max(0, nowMs - lastMs));
    lastMs = nowMs;
    // While it is moved, it does not go on from where it was.
    if (moves.isMoving) return;
    const before = reel.rows.length;
    try {
      if (player.tick(elapsedMs) && below > 0) below = Math.min(mostBelow(), below + reel.rows.length - before);
      keepTime();
      draw();
    } catch (error) {
      failed(error);
    }
  }

  function pause(): void {
    player.pause();
    keepTime();
    draw();
  }

  function act(one: ReplayAct): void {
    switch (one.kind) {
      case "toggle":
        if (player.isPlaying) pause();
        else moves.step(() => player.play());
        break;
      case "begin":
        moves.jump(() => player.reset());
        break;
      case "end":
        moves.jump(toEnd);
        break;
      case "event":
        moves.step(() => player.stepEvents(one.step));
        break;
      case "turn":
        moves.step(() => player.stepTurn(one.step));
        break;
      case "speed":
        player.faster(one.step);
        draw();
        break;
      case "idle":
        player.pace = { ...player.pace, skipsIdle: !player.pace.skipsIdle };
        draw();
        break;
      case "leave":
        left.resolve();
        break;
      case "redraw":
        drawAnew();
        break;
      case "suspend":
        pause();
        void screen.stepAside().then(printAnew);
        break;
      default:
        one satisfies never;
    }
  }

  /** What has happened meanwhile belongs to it. */
  async function toEnd(): Promise<void> {
    player.pause();
    reel.extendTo(await replaying.head());
    await player.seek(reel.head);
    await learnMarks();
  }

  async function learnMarks(): Promise<void> {
    // Without them it can be played all the same.
    marks = await replaying.marks().catch(() => marks);
    draw();
  }

  function press(key: Key): void {
    const one = actOfKey(key);
    const last = mostBelow();
    const top = scrolled(key, { top: last - below, page: room() - 1, last });
    if (one) act(one);
    else if (top !== null) {
      below = last - top;
      draw();
    }
  }

  function printAnew(): void {
    shown = null;
    moves.step(() => reel.printAgain());
  }

  const stopListening = io.onInterrupt(left.resolve);
  const screen = new OwnScreen({ io, hasKeyboard: true, press });
  stdout.on("resize", printAnew);
  moves.jump(async () => {
    await player.seek(at);
    if (at < reel.head) await player.play();
  });
  void learnMarks();
  try {
    await left.promise;
  } finally {
    pause();
    moves.drop();
    stdout.off("resize", printAnew);
    screen.leave();
    await drawings.idle();
    stopListening();
  }
}
