// Keys that move a list that is higher than its screen, as in pagers.
import type { Key } from "./line-editor.ts";

interface ScrollPosition {
  /** The row at the top. */
  readonly top: number;
  /** How many rows are shown. */
  readonly page: number;
  /** The row at the top when the last one is shown. */
  readonly last: number;
}

/** Where a key leads; null when it is none of these. */
export function scrolled({ text, name, isControl }: Key, { top, page, last }: ScrollPosition): number | null {
  const to = isControl ? undefined : (moves[text] ?? moves[name]);
  return to === undefined ? null : Math.min(Math.max(0, to({ top, page, last })), last);
}

type Move = (position: ScrollPosition) => number;
const back: Move = ({ top, page }) => top - page;
const forth: Move = ({ top, page }) => top + page;
const up: Move = ({ top }) => top - 1;
const down: Move = ({ top }) => top + 1;
const toFirst: Move = () => 0;
const toLast: Move = ({ last }) => last;

/** By what a key types, or else by its name. */
const moves: Readonly<Record<string, Move>> = {
  k: up,
  up,
  j: down,
  down,
  pageup: back,
  b: back,
  pagedown: forth,
  " ": forth,
  g: toFirst,
  home: toFirst,
  G: toLast,
  end: toLast,
};
