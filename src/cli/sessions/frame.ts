// One screen of lines, and what has to be written so that a terminal that shows one frame shows the next.

export interface Sheet {
  /** Always shown: a headline, the names of the columns. */
  readonly head: readonly string[];
  readonly rows: readonly string[];
  /** How many rows there are beyond those given. */
  readonly hidden: number;
  readonly foot: readonly string[];
}

/** How many rows of `total` a screen has room for, when `around` lines are not theirs. One is kept for saying how many are not shown. */
export function roomFor(total: number, { height, around }: { height: number; around: number }): number {
  const room = Math.max(0, height - around);
  return total <= room ? total : Math.max(0, room - 1);
}

export interface Fitting {
  readonly height: number;
  /** Cuts a line to the width of the screen. */
  readonly fit: (line: string) => string;
  /** Says how many are not shown. */
  readonly more: (hidden: number) => string;
}

/** Never higher than the screen: a line too many would scroll it. */
export function frameOf({ head, rows, hidden, foot }: Sheet, { height, fit, more }: Fitting): string[] {
  const lines = [...head, ...rows, ...(hidden > 0 ? [more(hidden)] : []), ...foot];
  return lines.slice(0, height).map(fit);
}

const HOME = "\x1b[H";
const CLEAR_BELOW = "\x1b[J";
const CLEAR_RIGHT = "\x1b[K";
const toRow = (index: number): string => `\x1b[${index + 1};1H`;

/** Only lines that changed; nothing when none did. `shown` is null for a screen of which nothing is known. */
export function changesBetween(shown: readonly string[] | null, next: readonly string[]): string {
  if (shown === null) return HOME + CLEAR_BELOW + next.map((line, index) => toRow(index) + line).join("");
  const lines = next.map((line, index) => (line === shown[index] ? "" : toRow(index) + line + CLEAR_RIGHT));
  return lines.join("") + (next.length < shown.length ? toRow(next.length) + CLEAR_BELOW : "");
}
