// `skein sessions --watch`: the list on a screen of its own, drawn again when something has changed and only then.
import { setTimeout as sleep } from "node:timers/promises";
import { openKeyboard } from "../attach/keyboard.ts";
import type { Key } from "../attach/line-editor.ts";
import { type Io, writeAll } from "../io.ts";
import { fitted } from "../render/inbox-rows.ts";
import { type Shape, sessionRows } from "../render/session-table.ts";
import type { Style } from "../render/style.ts";
import type { Measure } from "../render/text-width.ts";
import { changesBetween, frameOf, roomFor } from "./frame.ts";
import { headline } from "./headline.ts";
import { lookOnChange } from "./pace.ts";
import type { Listed } from "./read-listed.ts";

export interface Following {
  readonly read: () => Promise<Listed>;
  /** Says when something may have changed; tells when the connection broke. */
  readonly changes: (signal: AbortSignal, onBreak: () => void) => AsyncIterable<unknown>;
}

interface Watching extends Following {
  readonly io: Io;
  readonly style: Style;
  readonly measure: Measure;
}

/** Agents at work say something many times a second; nobody reads a list that often. */
const pace = {
  pauseMs: 200,
  wait: (ms: number, signal: AbortSignal): Promise<unknown> => sleep(ms, undefined, { signal }),
};
const MINUTE_MS = 60_000;
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

/** A screen of its own, and no cursor on it. */
const ENTER = "\x1b[?1049h\x1b[?25l";
const LEAVE = "\x1b[?25h\x1b[?1049l";

/** Resolves when the person leaves; throws when the daemon stays away. */
export async function watchSessions({ io, style, measure, read, changes }: Watching): Promise<void> {
  const leaving = new AbortController();
  const leave = (): void => leaving.abort();
  const { signal } = leaving;
  const { stdin, stdout } = io;
  let listed: Listed | null = null;
  let isAway = false;
  let shown: readonly string[] | null = null;
  let drawing: Promise<void> = Promise.resolve();

  async function drawNow(): Promise<void> {
    if (signal.aborted || !listed) return;
    const height = stdout.rows || DEFAULT_ROWS;
    const columns = stdout.columns || DEFAULT_COLUMNS;
    const { sessions, shape } = listed;
    const head = headline(sessions, style);
    const foot = [style.dim(isAway ? "no connection to the daemon; trying again" : "q or Ctrl+C leaves")];
    // The names of the columns are one of the lines around.
    const room = roomFor(sessions.length, { height, around: 1 + 1 + foot.length });
    const live: Shape = { ...shape, isLive: true };
    const table = await sessionRows(sessions.slice(0, room), { style, nowMs: io.now(), home: io.env.HOME }, live);
    const sheet = { head: [head], rows: table, hidden: sessions.length - room, foot };
    const next = frameOf(sheet, {
      height,
      // A terminal wraps only what comes after its last column; some do it already there.
      fit: (line) => fitted(line, columns - 1, { measure, style }),
      more: (hidden) => style.dim(`${style.glyphs.ellipsis} ${hidden} more`),
    });
    const text = changesBetween(shown, next);
    shown = next;
    if (text !== "" && !signal.aborted) await writeAll(stdout, text);
  }

  /** One after the other, so that the newest list is the one that stays. */
  function draw(): Promise<void> {
    drawing = drawing.then(drawNow);
    return drawing;
  }

  function resized(): void {
    shown = null;
    void draw();
  }

  const stopListening = io.onInterrupt(leave);
  stdout.write(ENTER);
  const closeKeyboard = openKeyboard(stdin, stdout, (key) => {
    if (leaves(key)) leave();
  });
  const minute = setInterval(() => void draw(), MINUTE_MS);
  stdout.on("resize", resized);
  try {
    await lookOnChange({
      changes: changes(signal, () => {
        isAway = true;
        void draw();
      }),
      look: async () => {
        listed = await read();
        isAway = false;
        await draw();
      },
      ...pace,
      signal,
    });
  } finally {
    leave();
    clearInterval(minute);
    stdout.off("resize", resized);
    await drawing;
    closeKeyboard();
    stopListening();
    stdout.write(LEAVE);
  }
}

const leaves = ({ name, isControl }: Key): boolean =>
  isControl ? name === "c" || name === "d" : name === "q" || name === "escape";

/** For programs: the whole list as a line of JSON whenever it is another one. */
export async function printChanges({
  io,
  read,
  changes,
  signal,
  toLine,
}: Following & {
  readonly io: Io;
  readonly signal: AbortSignal;
  readonly toLine: (listed: Listed) => string;
}): Promise<void> {
  let last = "";
  await lookOnChange({
    changes: changes(signal, () => {}),
    look: async () => {
      const line = toLine(await read());
      if (line === last) return;
      last = line;
      await writeAll(io.stdout, `${line}\n`);
    },
    ...pace,
    signal,
  });
}
