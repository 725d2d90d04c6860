// One screen of lines, and the output that changes a shown frame into the next.

interface Viewport {
  readonly height: number;
  /** The lines of the screen that are not rows. */
  readonly context: number;
  /** The row that the person has scrolled to. */
  readonly top: number;
}

export interface Window {
  readonly from: number;
  readonly to: number;
}

/** The visible rows. One line is reserved for the number of hidden rows. */
export function windowOf(total: number, { height, context, top }: Viewport): Window {
  const room = Math.max(0, height - context);
  const shown = total <= room ? total : Math.max(0, room - 1);
  const from = Math.min(Math.max(0, top), total - shown);
  return { from, to: from + shown };
}

/** The number of hidden rows, if there are any. */
export function hiddenLine(total: number, { from, to }: Window, ellipsis: string): string[] {
  const below = total - to;
  if (from === 0) return below === 0 ? [] : [`${ellipsis} ${below} more`];
  return [`${ellipsis} ${from} above${below === 0 ? "" : `, ${below} below`}`];
}

/** Never higher than the screen: one more line would scroll it. */
export const frameOf = (lines: readonly string[], height: number, fit: (line: string) => string): string[] =>
  lines.slice(0, height).map(fit);

const HOME = "\x1b[H";
const CLEAR_BELOW = "\x1b[J";
const CLEAR_RIGHT = "\x1b[K";
/** A terminal shows everything between these at once; one that does not know them shows it as it arrives. */
const BEGIN = "\x1b[?2026h";
const END = "\x1b[?2026l";
const toRow = (index: number): string => `\x1b[${index + 1};1H`;

/** Only changed lines; empty if none changed. `shown` is null if the screen's content is unknown. */
export function changesBetween(shown: readonly string[] | null, next: readonly string[]): string {
  const changes = shown === null ? wholeOf(next) : linesBetween(shown, next);
  return changes === "" ? "" : BEGIN + changes + END;
}

const wholeOf = (next: readonly string[]): string =>
  HOME + CLEAR_BELOW + next.map((line, index) => toRow(index) + line).join("");

function linesBetween(shown: readonly string[], next: readonly string[]): string {
  const lines = next.map((line, index) => (line === shown[index] ? "" : toRow(index) + line + CLEAR_RIGHT));
  return lines.join("") + (next.length < shown.length ? toRow(next.length) + CLEAR_BELOW : "");
}
