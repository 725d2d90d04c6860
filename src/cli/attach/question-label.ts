// The label before the line that answers a question: its title, and the possible answers.

import { fitted } from "../text/cut.ts";
import { exactLine } from "../text/exact-text.ts";
import type { Style } from "../text/style.ts";
import type { Measure } from "../text/text-width.ts";

/** Leaves room for an answer with a reason. */
const TYPING_COLUMNS = 24;
const TITLE_COLUMNS = 60;
const SHORTEST_TITLE = 8;

interface LabelContext {
  readonly style: Style;
  readonly columns: number;
  readonly measure: Measure;
}

/** "▲ Run `npm test` › answer 1|4|5 › ", with as much of the title as fits. */
export function questionLabel(title: string, label: string, { style, columns, measure }: LabelContext): string {
  const { asks, prompt } = style.glyphs;
  const frame = (text: string): string => `${asks} ${text} ${prompt} ${label}`;
  const room = Math.min(TITLE_COLUMNS, columns - measure(frame("")) - TYPING_COLUMNS);
  // The width of a tab depends on the terminal.
  const line = exactLine(title).replaceAll("\t", "\u2409");
  return room < SHORTEST_TITLE ? label : frame(fitted(line, room, { measure, style }));
}
