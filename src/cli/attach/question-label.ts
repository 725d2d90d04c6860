// What stands before the line that answers a question: which question that is, and what can be said to it.

import { fitted } from "../text/cut.ts";
import { exactLine } from "../text/exact-text.ts";
import type { Style } from "../text/style.ts";
import type { Measure } from "../text/text-width.ts";

/** There must be room for an answer and its reason, too. */
const TYPING_COLUMNS = 24;
const TITLE_COLUMNS = 60;
const SHORTEST_TITLE = 8;

interface LabelContext {
  readonly style: Style;
  readonly columns: number;
  readonly measure: Measure;
}

/** "▲ Run `npm test` › answer 1|4|5 › ", with as much of the title as there is room for. */
export function questionLabel(title: string, label: string, { style, columns, measure }: LabelContext): string {
  const { asks, prompt } = style.glyphs;
  const frame = (text: string): string => `${asks} ${text} ${prompt} ${label}`;
  const room = Math.min(TITLE_COLUMNS, columns - measure(frame("")) - TYPING_COLUMNS);
  // A tab is as wide as the terminal likes.
  const line = exactLine(title).replaceAll("\t", "\u2409");
  return room < SHORTEST_TITLE ? label : frame(fitted(line, room, { measure, style }));
}
