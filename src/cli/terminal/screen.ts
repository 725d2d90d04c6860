// Streaming text, with the line being typed always below it, and a few rows in between. The text scrolls as in any terminal; only these rows are
// redrawn, so nothing of the history is lost. When the terminal changes its width, it alone knows where the text ends: some wrap their rows anew, others
// do not. So the text goes on in a new row then, and no more rows are redrawn than there are in any terminal.
import type { Output } from "../io.ts";
import type { Measure } from "../text/text-width.ts";
import type { Row } from "./composer.ts";

const TAB = 8;
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

/** The cursor's position after writing text from a column on, in a terminal that wraps. Escape sequences take no room. */
export function columnAfter(
  column: number,
  text: string,
  { columns, measure }: { columns: number; measure: Measure },
): number {
  const lineFeed = text.lastIndexOf("\n");
  let at = lineFeed < 0 ? column : 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it takes out
  for (const character of text.slice(lineFeed + 1).replace(/\x1b\[[0-9;]*m/g, "")) {
    const width = character === "\t" ? Math.min(TAB - (at % TAB), columns - at) : measure(character);
    at = at + width > columns ? width : at + width;
  }
  return at;
}

export class Screen {
  readonly #output: Output;
  readonly #measure: Measure;
  /** Where the streamed text ends. */
  #column = 0;
  #row: Row | null = null;
  #above: readonly string[] = [];
  /** The text filled its row to the last column and the composer's row is below: the next line feed has been written already. */
  #isBroken = false;
  /** The width at which the column holds. */
  #width: number | null = null;
  /** The terminal changed its width while no composer was shown: the column holds again after a line feed. */
  #isColumnLost = false;

  constructor(output: Output, measure: Measure) {
    this.#output = output;
    this.#measure = measure;
  }

  get columns(): number {
    return this.#output.columns || DEFAULT_COLUMNS;
  }

  write(given: string): void {
    const before = this.#erased();
    const text = this.#isBroken && given.startsWith("\n") ? given.slice(1) : given;
    if (given !== "") this.#isBroken = false;
    if (text.includes("\n")) this.#isColumnLost = false;
    this.#column = columnAfter(this.#column, text, { columns: this.columns, measure: this.#measure });
    this.#output.write(before + text + this.#drawn());
  }

  /** Shows the composer below the rows, each narrower than the screen; or removes it. */
  compose(row: Row | null, above: readonly string[] = []): void {
    const before = this.#erased();
    this.#row = row;
    this.#above = above;
    this.#output.write(before + this.#drawn());
  }

  /** Leaves only the composer on the screen. The rest scrolls up, and is not lost. */
  clear(): void {
    const before = this.#erased();
    this.#column = 0;
    this.#isBroken = false;
    this.#output.write(`${before}${"\n".repeat(this.#output.rows || DEFAULT_ROWS)}\x1b[H\x1b[J${this.#drawn()}`);
  }

  /** Removes the composer and leaves the cursor on a new line. */
  end(): void {
    this.compose(null);
    if (this.#column > 0) this.write("\n");
  }

  #erased(): string {
    const isResized = this.#width !== null && this.#width !== this.columns;
    this.#width = this.columns;
    if (isResized && this.#column > 0) {
      if (this.#row) this.#breakRow();
      else this.#isColumnLost = true;
    }
    if (!this.#row) return "";
    // Each is narrower than the screen. Where one has become two, its first part stays: to go further up could erase text in another terminal.
    const clear = `\r${"\x1b[A".repeat(this.#above.length)}\x1b[J`;
    return this.#column === 0 ? clear : `${clear}\x1b[A\x1b[${this.#column}C`;
  }

  #drawn(): string {
    if (!this.#row) return "";
    const { text, column } = this.#row;
    const start = this.#column === 0 ? "" : "\n";
    // At the right edge the next character would have gone to the next row: the text continues there.
    if (this.#column >= this.columns || this.#isColumnLost) this.#breakRow();
    const rows = this.#above.map((one) => `${one}\n`).join("");
    return `${start}${rows}${text}\r${column > 0 ? `\x1b[${column}C` : ""}`;
  }

  #breakRow(): void {
    this.#column = 0;
    this.#isBroken = true;
    this.#isColumnLost = false;
  }
}
