// Texts cut to a number of columns.
import type { Style } from "./style.ts";
import type { Measure } from "./text-width.ts";

export interface Cutting {
  /** The end that is cut. */
  readonly end: "start" | "end";
  readonly ellipsis: string;
  readonly measure: Measure;
}

/** For text without colours. Cuts the less important end. */
export function cutText(text: string, columns: number, { end, ellipsis, measure }: Cutting): string {
  if (measure(text) <= columns) return text;
  // A grapheme is never cut in two.
  const pieces = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  if (end === "start") pieces.reverse();
  const kept: string[] = [];
  let room = columns - measure(ellipsis);
  for (const piece of pieces) {
    room -= measure(piece);
    if (room < 0) break;
    kept.push(piece);
  }
  return end === "start" ? ellipsis + kept.reverse().join("") : kept.join("") + ellipsis;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it takes apart
const pieces = /\x1b\[[0-9;]*m|[\s\S]/gu;

/** A row that fits; the question itself is always shown whole. */
export function fitted(row: string, columns: number, { measure, style }: { measure: Measure; style: Style }): string {
  if (measure(row) <= columns) return row;
  const { ellipsis } = style.glyphs;
  let room = columns - measure(ellipsis);
  let text = "";
  for (const [piece] of row.matchAll(pieces)) {
    // Colours take no room, and are reset even if the text is cut.
    const wide = piece.startsWith("\x1b") ? 0 : measure(piece);
    if (wide > room) room = -1;
    if (wide === 0 || room >= 0) text += piece;
    room -= wide;
  }
  return text + ellipsis;
}
