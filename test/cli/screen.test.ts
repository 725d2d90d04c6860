import { Writable } from "node:stream";
import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { columnAfter, Screen } from "../../src/cli/terminal/screen.ts";

/** As much of a terminal as the screen uses: rows that wrap, moving up and right, erasing below. */
class Terminal {
  readonly rows: string[] = [""];
  readonly columns: number;
  #row = 0;
  #column = 0;

  constructor(columns: number) {
    this.columns = columns;
  }

  take(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it reads
    for (const [part] of text.matchAll(/\x1b\[(\d*)([A-Z])|./gsu)) this.#takePart(part);
  }

  #takePart(part: string): void {
    if (part === "\r") this.#column = 0;
    else if (part === "\n") this.#nextRow();
    else if (part === "\x1b[A") this.#row--;
    else if (part === "\x1b[J") {
      this.rows[this.#row] = (this.rows[this.#row] ?? "").slice(0, this.#column);
      this.rows.length = this.#row + 1;
    } else if (part.startsWith("\x1b[")) this.#column += Number.parseInt(part.slice(2), 10);
    else this.#put(part);
  }

  #nextRow(): void {
    this.#row++;
    this.#column = 0;
    this.rows[this.#row] ??= "";
  }

  #put(character: string): void {
    if (this.#column === this.columns) this.#nextRow();
    const row = (this.rows[this.#row] ?? "").padEnd(this.#column);
    this.rows[this.#row] = row.slice(0, this.#column) + character + row.slice(this.#column + 1);
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
  return new Screen(Object.assign(output, { columns: terminal.columns }), (text) => text.length);
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
