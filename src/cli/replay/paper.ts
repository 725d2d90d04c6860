// Printed text in rows that fit a screen of a known width.
import type { Measure } from "../text/text-width.ts";

export interface Width {
  readonly columns: number;
  readonly measure: Measure;
}

/** Older rows are dropped. */
const MAX_ROWS = 5000;

export class Paper {
  readonly #width: Width;
  #rows: string[] = [];
  /** The line that is not finished. */
  #open = "";

  constructor(width: Width) {
    this.#width = width;
  }

  write(text: string): void {
    const lines = (this.#open + text).split("\n");
    this.#open = lines.pop() ?? "";
    for (const line of lines) this.#rows.push(...rowsOf(line, this.#width));
    if (this.#rows.length > 2 * MAX_ROWS) this.#rows = this.#rows.slice(-MAX_ROWS);
  }

  /** Without blank rows at the end. */
  get rows(): readonly string[] {
    const rows = this.#open === "" ? this.#rows : [...this.#rows, ...rowsOf(this.#open, this.#width)];
    return rows.slice(0, rows.findLastIndex((row) => row !== "") + 1);
  }
}

const TAB = 8;
const RESET = "\x1b[0m";
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what it takes apart
const pieces = /(\x1b\[[0-9;]*m)|[^\x1b]+/g;
const graphemes = new Intl.Segmenter();

/** A line in rows, broken at the edge as a terminal does; colours go on in the next row. */
export function rowsOf(line: string, { columns, measure }: Width): string[] {
  const rows: string[] = [];
  let [row, used, colours] = ["", 0, ""];
  const add = (text: string, wide: number): void => {
    if (used + wide > columns) {
      rows.push(colours === "" ? row : row + RESET);
      [row, used] = [colours, 0];
    }
    row += text;
    used += wide;
  };
  for (const [piece, colour] of line.matchAll(pieces)) {
    if (colour !== undefined) {
      row += colour;
      colours = openAfter(colours, colour);
      continue;
    }
    for (const { segment } of graphemes.segment(piece)) {
      const tab = Math.min(TAB - (used % TAB), columns - used);
      if (segment === "\t") add(" ".repeat(tab), tab);
      else add(segment, measure(segment));
    }
  }
  return [...rows, row];
}

/** What is still painted after one more colour: an end (such as 22 of bold and dim) ends the newest one. */
function openAfter(open: string, colour: string): string {
  const code = Number(/\d+/.exec(colour)?.[0] ?? 0);
  if (code === 0) return "";
  const isEnd = (code >= 20 && code < 30) || code === 39 || code === 49;
  return isEnd ? open.slice(0, Math.max(0, open.lastIndexOf("\x1b"))) : open + colour;
}
