// A text that is cut to so many columns, at the end that matters less.
import type { Measure } from "./text-width.ts";

export interface Cutting {
  /** The end that goes. */
  readonly end: "start" | "end";
  readonly ellipsis: string;
  readonly measure: Measure;
}

export function cutText(text: string, columns: number, { end, ellipsis, measure }: Cutting): string {
  if (measure(text) <= columns) return text;
  // What people see as one character is never cut in two.
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
