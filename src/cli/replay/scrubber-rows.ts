// The rows below a replay: where it is in the session, with marks where something happened; how it plays; and the keys.
import type { Mark } from "../../core/index.ts";
import type { Pace, Timed } from "../../core/playback/index.ts";
import { type MarkKind, markLines, placeOfEventText, speedText } from "../../view/index.ts";
import type { Style } from "../text/style.ts";

export interface ReplayState {
  readonly current: Timed | null;
  readonly first: number;
  readonly head: number;
  readonly marks: readonly Mark[];
  readonly pace: Pace;
  readonly isPlaying: boolean;
  readonly isAtEnd: boolean;
  /** Rows that are scrolled out of sight below. */
  readonly below: number;
  readonly failure: string | null;
}

/** One sign for each column; of several marks in one column the most important one. */
export function scrubberRow({ current, first, head, marks }: ReplayState, columns: number, style: Style): string {
  const { glyphs, dim, bold, cyan, yellow, red } = style;
  const signs: Partial<Record<MarkKind, string>> = {
    prompts: cyan(glyphs.prompt),
    questions: yellow(glyphs.asks),
    errors: red(glyphs.failed),
  };
  const cells = Array.from({ length: columns }, () => dim(glyphs.dot));
  const cellOf = (share: number): number => Math.round(share * (columns - 1));
  for (const { kind, places } of markLines(marks, first, head)) {
    const sign = signs[kind];
    if (sign !== undefined) for (const place of places) cells[cellOf(place / 1000)] = sign;
  }
  const seq = current?.seq ?? first;
  cells[cellOf(head > first ? (seq - first) / (head - first) : 1)] = bold(glyphs.running);
  return cells.join("");
}

export function stateRow(state: ReplayState, style: Style): string {
  const { current, head, pace, isPlaying, isAtEnd, below, failure } = state;
  const { glyphs, dim, red, bold } = style;
  if (failure !== null) return red(`${glyphs.failed} this moment could not be loaded: ${failure}`);
  const does = isPlaying
    ? `${glyphs.tool} playing`
    : isAtEnd
      ? `${glyphs.stopped} at the end`
      : `${glyphs.paused} paused`;
  const facts = [
    ...(below > 0 ? [`${below} ${below === 1 ? "row" : "rows"} below`] : []),
    placeOfEventText(current?.seq ?? 1, head),
    ...(current ? [secondOf(current.at)] : []),
    speedText(pace.speed),
    pace.skipsIdle ? "skips idle time" : "with idle time",
  ];
  return bold(does) + facts.map((fact) => dim(` ${glyphs.dot} ${fact}`)).join("");
}

export const keysRow = (isPlaying: boolean, { glyphs, dim }: Style): string =>
  dim(
    [`Space ${isPlaying ? "pauses" : "plays"}`, "Left/Right event", "[ ] turn", "+ - speed", "i idle", "q quits"].join(
      ` ${glyphs.dot} `,
    ),
  );

const two = (number: number): string => String(number).padStart(2, "0");

/** Local date and time, to the second. */
function secondOf(at: string): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return at;
  const date = `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`;
  return `${date} ${two(then.getHours())}:${two(then.getMinutes())}:${two(then.getSeconds())}`;
}
