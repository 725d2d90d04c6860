import fc from "fast-check";
import { expect, test } from "vitest";
import { Paper, rowsOf } from "../../src/cli/replay/paper.ts";

const width = (columns: number) => ({
  columns,
  measure: (text: string) => (/[^\x20-\x7e]/.test(text) ? 2 : text.length),
});

test("rows are broken at the edge, and colours go on in the next one", () => {
  expect(rowsOf("abcdef", width(4))).toEqual(["abcd", "ef"]);
  expect(rowsOf("", width(4))).toEqual([""]);
  expect(rowsOf("a\tb", width(20))).toEqual(["a       b"]);
  // A wide character that does not fit leaves a column free.
  expect(rowsOf("abc漢d", width(4))).toEqual(["abc", "漢d"]);
  const [bold, red, end, plain] = ["\x1b[1m", "\x1b[31m", "\x1b[22m", "\x1b[39m"];
  expect(rowsOf(`${bold}ab${red}cd${plain}ef${end}g`, width(3))).toEqual([
    `${bold}ab${red}c\x1b[0m`,
    `${bold}${red}d${plain}ef${end}`,
    "g",
  ]);
});

test("however text is cut into pieces, the rows are the same, each fits, and nothing is lost", () => {
  const text = fc.array(fc.constantFrom("a", "bc", "\n", "漢", " ", "\x1b[1m", "\x1b[22m"), { maxLength: 60 });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 9 }), (pieces, columns) => {
      const [whole, cut] = [new Paper(width(columns)), new Paper(width(columns))];
      whole.write(pieces.join(""));
      for (const piece of pieces) cut.write(piece);
      expect(cut.rows).toEqual(whole.rows);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what it takes out
      const bare = (one: string): string => one.replace(/\x1b\[[0-9;]*m/g, "");
      for (const row of whole.rows)
        expect([...bare(row)].reduce((sum, one) => sum + (one === "漢" ? 2 : 1), 0)).toBeLessThanOrEqual(columns);
      expect(whole.rows.map(bare).join("").replaceAll(" ", "")).toBe(bare(pieces.join("")).replaceAll(/[\n ]/g, ""));
    }),
  );
});
