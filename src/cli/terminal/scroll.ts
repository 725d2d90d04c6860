// Keys that scroll a list that is higher than its screen, as in pagers.
import type { Key } from "./line-editor.ts";

interface ScrollPosition {
  /** The row at the top. */
  readonly top: number;
  /** The number of visible rows. */
  readonly page: number;
  /** The top row when the last row is visible. */
  readonly last: number;
}

/** The new top row; null if the key does not scroll. */
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

/** By the key's text, or else by its name. */
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
