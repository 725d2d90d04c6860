// How much of a patch is shown.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Hunk, shortenFiles } from "../../../src/core/index.ts";

const hunk = (lines: number, width = 1): Hunk => ({
  ...{ oldStart: 1, newStart: 1, heading: "" },
  lines: Array.from({ length: lines }, () => `+${"x".repeat(width)}`),
});
const caps = { lines: 100, lineCharacters: 50, bytes: 10_000 };
const counts = (files: readonly { hunks: readonly Hunk[] }[]): number[] =>
  files.map(({ hunks }) => hunks.reduce((sum, { lines }) => sum + lines.length, 0));

test("a long file does not keep the short ones out, whatever their order", () => {
  const found = shortenFiles([[hunk(5000)], [hunk(10)], [hunk(3), hunk(4)], [hunk(900)]], caps);
  expect(counts(found)).toEqual([41, 10, 7, 41]);
  expect(found.map(({ isCut }) => isCut)).toEqual([true, false, false, true]);
});

test("long lines are shortened, and count as they are shown", () => {
  const [found] = shortenFiles([[hunk(2, 200_000)]], caps);
  expect(found?.hunks[0]?.lines.map(({ length }) => length)).toEqual([51, 51]);
  expect(found?.isCut).toBe(false);
});

test("nothing exceeds the caps, and what is shown of a file is its beginning", () => {
  const lengths = fc.array(fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 3 }), { maxLength: 30 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 2000 }), (files, lines, bytes) => {
      const all = files.map((hunks) => hunks.map((count) => hunk(count, 5)));
      const found = shortenFiles(all, { ...caps, lines, bytes });
      const shown = found.flatMap(({ hunks }) => hunks.flatMap((one) => one.lines));
      expect(shown.length).toBeLessThanOrEqual(lines);
      expect(shown.join("").length).toBeLessThanOrEqual(bytes);
      expect(found.map(({ isCut }) => isCut)).toEqual(
        counts(found).map((count, at) => count < (counts([{ hunks: all[at] ?? [] }])[0] ?? 0)),
      );
    }),
  );
});
