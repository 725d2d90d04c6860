// `skein sessions --watch`: the list on a full screen, redrawn only after a change.

import { activeAt } from "../../core/list-groups.ts";
import { TaskQueue } from "../../system/index.ts";
import { type Io, writeAll } from "../io.ts";
import { sessionRows } from "../render/session-table.ts";
import { changesBetween, frameOf, hiddenLine, type Key, OwnScreen, scrolled, windowOf } from "../terminal/index.ts";
import { fitted } from "../text/cut.ts";
import { isYoung, LIVE_STEP_MS } from "../text/relative-time.ts";
import type { Style } from "../text/style.ts";
import type { Measure } from "../text/text-width.ts";
import { headline } from "./headline.ts";
import type { LiveList } from "./live-list.ts";
import type { Listed } from "./read-listed.ts";

interface Watching {
  readonly list: LiveList;
  /** The rows in the order of the screen. */
  readonly arrange: (listed: Listed) => Listed;
  readonly io: Io;
  readonly style: Style;
  readonly measure: Measure;
  /** Keys can be read; without them Ctrl+C still quits. */
  readonly hasKeyboard: boolean;
  /** The text of an empty list. */
  readonly nothing: string;
}

const STEPS_OF_A_MINUTE = 60_000 / LIVE_STEP_MS;
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;
/** The headline, the column titles, and the last line. */
const CONTEXT_ROWS = 3;

/** Resolves when the person quits; throws when the daemon stays unreachable. */
export async function watchSessions({
  io,
  style,
  measure,
  hasKeyboard,
  nothing,
  list,
  arrange,
}: Watching): Promise<void> {
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  const { signal } = leaving;
  const { stdout } = io;
  let listed: Listed | null = null;
  let top = 0;
  let shown: readonly string[] | null = null;
  const drawings = new TaskQueue();

  const height = (): number => stdout.rows || DEFAULT_ROWS;
  const view = (total: number) => windowOf(total, { height: height(), context: CONTEXT_ROWS, top });

  /** Builds the screen. */
  async function frame({ sessions, shape }: Listed): Promise<string[]> {
    const total = sessions.length;
    // A terminal wraps after its last column; some wrap in it.
    const columns = (stdout.columns || DEFAULT_COLUMNS) - 1;
    const context = { style, nowMs: io.now(), home: io.env.HOME, columns };
    const table = await sessionRows(sessions, context, { ...shape, isLive: true });
    const part = view(total);
    const hidden = hiddenLine(total, part, style.glyphs.ellipsis);
    const keys = hasKeyboard && hidden.length > 0 ? `j/k and PgUp/PgDn scroll ${style.glyphs.dot} ` : "";
    const leaves = hasKeyboard ? "q or Ctrl+C quits" : "Ctrl+C leaves";
    const foot = list.isAway ? "no connection to the daemon; retrying" : keys + leaves;
    const lines = [
      headline(sessions, style),
      total === 0 ? nothing : table.head,
      ...table.rowsOf(part.from, part.to),
      ...[...hidden, foot].map(style.dim),
    ];
    return frameOf(lines, height(), (line) => fitted(line, columns, { measure, style }));
  }

  async function drawNow(): Promise<void> {
    if (!listed || !screen.isThere) return;
    const next = await frame(listed);
    if (signal.aborted || !screen.isThere) return;
    const text = changesBetween(shown, next);
    shown = next;
    if (text !== "") await writeAll(stdout, text);
  }

  /** Redraws after one more step, when times below a minute become minutes. */
  const isCountedInSeconds = (): boolean =>
    listed?.sessions.some((session) => isYoung(activeAt(session), io.now() - LIVE_STEP_MS)) ?? false;

  /** One at a time, so that the newest list is the last one. */
  function draw(): Promise<void> {
    return drawings.run(drawNow);
  }

  function drawAnew(): void {
    shown = null;
    void draw();
  }

  function press(key: Key): void {
    const total = listed?.sessions.length ?? 0;
    const { from, to } = view(total);
    const next = scrolled(key, { top: from, page: to - from, last: total - (to - from) });
    if (leaves(key)) leave();
    else if (key.isControl && key.name === "l") drawAnew();
    else if (key.isControl && key.name === "z") void screen.stepAside().then(drawAnew);
    else if (next !== null && next !== from) {
      top = next;
      void draw();
    }
  }

  const stopListening = io.onInterrupt(leave);
  const screen = new OwnScreen({ io, hasKeyboard, press });
  let steps = 0;
  const clock = setInterval(() => {
    steps = (steps + 1) % STEPS_OF_A_MINUTE;
    if (steps === 0 || isCountedInSeconds()) void draw();
  }, LIVE_STEP_MS);
  stdout.on("resize", drawAnew);
  try {
    await list.onEachChange(async () => {
      listed = arrange(await list.read());
      await draw();
    }, signal);
  } finally {
    leave();
    clearInterval(clock);
    stdout.off("resize", drawAnew);
    await drawings.idle();
    screen.leave();
    stopListening();
  }
}

const leaves = ({ name, isControl }: Key): boolean =>
  isControl ? name === "c" || name === "d" : name === "q" || name === "escape";
