import { Writable } from "node:stream";
import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { columnAfter, Screen } from "../../src/cli/terminal/screen.ts";

interface TerminalRow {
  text: string;
  /** It goes on where the row above was full. */
  isWrapped: boolean;
}

/** As much of a terminal as the screen uses: rows that wrap, moving up and right, erasing below, a new width. */
class Terminal {
  columns: number;
  #rows: TerminalRow[] = [{ text: "", isWrapped: false }];
  #row = 0;
  #column = 0;

  constructor(columns: number) {
    this.columns = columns;
  }

  get rows(): string[] {
    return this.#rows.map(({ text }) => text);
  }

  take(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it reads
    for (const [part] of text.matchAll(/\x1b\[(\d*)([A-Z])|./gsu)) this.#takePart(part);
  }

  /** Some terminals wrap their rows anew, and others keep them. */
  resize(columns: number, { rewraps }: { rewraps: boolean }): void {
    this.columns = columns;
    if (!rewraps) {
      this.#column = Math.min(this.#column, columns);
      return;
    }
    const old = this.#rows;
    const made: TerminalRow[] = [];
    let cursor = { row: 0, column: 0 };
    for (let at = 0; at < old.length; ) {
      let line = "";
      let offset: number | null = null;
      do {
        if (at === this.#row) offset = line.length + this.#column;
        line += old[at]?.text ?? "";
        at++;
      } while (old[at]?.isWrapped);
      const first = made.length;
      const parts = line === "" ? [""] : (line.match(new RegExp(`.{1,${columns}}`, "g")) ?? []);
      for (const [index, text] of parts.entries()) made.push({ text, isWrapped: index > 0 });
      if (offset === null) continue;
      const row = Math.min(Math.floor(offset / columns), parts.length - 1);
      cursor = { row: first + row, column: Math.min(offset - row * columns, columns) };
    }
    this.#rows = made;
    this.#row = cursor.row;
    this.#column = cursor.column;
  }

  #takePart(part: string): void {
    if (part === "\r") this.#column = 0;
    else if (part === "\n") this.#nextRow(false);
    else if (part === "\x1b[A") this.#row = Math.max(0, this.#row - 1);
    else if (part === "\x1b[J") {
      const row = this.#rows[this.#row];
      if (row) row.text = row.text.slice(0, this.#column);
      this.#rows.length = this.#row + 1;
    } else if (part.startsWith("\x1b["))
      this.#column = Math.min(this.#column + Number.parseInt(part.slice(2), 10), this.columns - 1);
    else this.#put(part);
  }

  #nextRow(isWrapped: boolean): void {
    this.#row++;
    this.#column = 0;
    this.#rows[this.#row] ??= { text: "", isWrapped };
  }

  #put(character: string): void {
    if (this.#column === this.columns) this.#nextRow(true);
    const row = this.#rows[this.#row];
    if (!row) return;
    const text = row.text.padEnd(this.#column);
    row.text = text.slice(0, this.#column) + character + text.slice(this.#column + 1);
    this.#column++;
  }
}

function screenOn(terminal: Terminal): Screen {
  const output = new Writable({
    decodeStrings: false,
    write(chunk, _, done) {
      terminal.take(String(chunk));
      done();
    },
  });
  Object.defineProperty(output, "columns", { get: () => terminal.columns });
  return new Screen(output, (text) => text.length);
}

const wrapped = (text: string, columns: number): string[] =>
  text.split("\n").flatMap((line) => (line === "" ? [""] : (line.match(new RegExp(`.{1,${columns}}`, "g")) ?? [])));

test("text that comes in any pieces reads as if it came at once, with the composer and its rows always below it", () => {
  const piece = fc.string({ unit: fc.constantFrom("a", "b", "c", " ", "\n"), maxLength: 30 });
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, fc.nat(3))), fc.integer({ min: 5, max: 12 }), (steps, columns) => {
      const terminal = new Terminal(columns);
      const screen = screenOn(terminal);
      const pieces = steps.map(([one]) => one);
      for (const [one, count] of steps) {
        const above = Array.from({ length: count }, (_, row) => `~ ${row}`);
        screen.compose({ text: "> x", column: 3 }, above);
        screen.write(one);
        expect(terminal.rows.slice(-1 - count)).toEqual([...above, "> x"]);
      }
      const text = pieces.join("");
      screen.end();
      const rows = wrapped(text.replace(/\n$/, ""), columns);
      const tail = (list: readonly string[]): string[] =>
        list
          .join("\n")
          .trimEnd()
          .split("\n")
          .map((row) => row.trimEnd());
      expect(tail(terminal.rows)).toEqual(tail(rows));
    }),
  );
});

test("a terminal that changes its width loses nothing of the text, whether it wraps its rows anew or not, with the composer or without", () => {
  const line = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 30 });
  const piece = fc.tuple(line, fc.constantFrom("", "", "\n")).map(([text, end]) => text + end);
  const width = fc.option(fc.integer({ min: 8, max: 20 }));
  const step = fc.tuple(piece, fc.nat(2), width, fc.boolean());
  fc.assert(
    fc.property(fc.array(step), fc.boolean(), (steps, rewraps) => {
      const terminal = new Terminal(12);
      const screen = screenOn(terminal);
      for (const [text, count, columns, isComposed] of steps) {
        screen.write(text);
        const above = Array.from({ length: count }, (_, row) => `~ ${row} ~~~`);
        screen.compose(isComposed ? { text: "> xyz", column: 3 } : null, isComposed ? above : []);
        if (columns === null) continue;
        terminal.resize(columns, { rewraps });
        screen.compose(isComposed ? { text: "> xyz", column: 3 } : null, isComposed ? above : []);
      }
      screen.end();
      const letters = (text: string): string => text.replace(/[^abc]/g, "");
      expect(letters(terminal.rows.join(""))).toBe(letters(steps.map(([text]) => text).join("")));
    }),
  );
});

test.for([
  [0, "abc", 3],
  [3, "\nab", 2],
  [0, "0123456789", 10],
  [0, "0123456789x", 1],
  [0, "日本", 4],
  [9, "日", 2],
  [1, "\t", 8],
  [0, "\x1b[31mred\x1b[39m", 3],
] as const)("from column %d, %j ends in column %d of 10", ([column, text, after]) => {
  expect(columnAfter(column, text, { columns: 10, measure: stringWidth })).toBe(after);
});
