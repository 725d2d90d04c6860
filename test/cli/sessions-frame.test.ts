import fc from "fast-check";
import { expect, test } from "vitest";
import { styleFor } from "../../src/cli/render/style.ts";
import { changesBetween, frameOf, roomFor } from "../../src/cli/sessions/frame.ts";
import { headline } from "../../src/cli/sessions/headline.ts";
import { listed } from "./listed.ts";

const more = (hidden: number): string => `… ${hidden} more`;
const fit = (line: string): string => line;

/** What a terminal that showed these lines shows after the text was written to it. */
function written(screen: readonly string[], text: string): string[] {
  const lines = [...screen];
  let [row, column] = [0, 0];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it reads
  for (const [piece, at = "1"] of text.matchAll(/\x1b\[(?:(\d+);1)?[HJK]|[^\x1b]+/g)) {
    const line = lines[row] ?? "";
    if (/^.\[.*H$/.test(piece)) [row, column] = [Number(at) - 1, 0];
    else if (piece === "\x1b[J") lines.length = Math.min(lines.length, row);
    else if (piece === "\x1b[K") lines[row] = line.slice(0, column);
    else {
      lines[row] = line.slice(0, column) + piece + line.slice(column + piece.length);
      column += piece.length;
    }
  }
  return lines;
}

const anyFrame = fc.array(fc.stringMatching(/^[a-z ]{0,6}$/), { maxLength: 6 });

test("whatever was on the screen, the changes make it the next frame", () => {
  fc.assert(
    fc.property(anyFrame, anyFrame, (before, after) => {
      expect(written(before, changesBetween(before, after))).toEqual(after);
      expect(changesBetween(after, after)).toBe("");
    }),
  );
});

test("of 200 rows only the one that changed is written", () => {
  const rows = Array.from({ length: 200 }, (_, n) => `session ${n}`);
  const next = rows.with(7, "session 7 runs");
  expect(changesBetween(rows, next)).toBe("\x1b[8;1Hsession 7 runs\x1b[K");
  expect(changesBetween(null, ["a", "b"])).toBe("\x1b[H\x1b[J\x1b[1;1Ha\x1b[2;1Hb");
});

test.for([
  [200, 10, 6, ["head", "r0", "r1", "r2", "r3", "r4", "r5", "… 194 more", "foot"]],
  [3, 10, 3, ["head", "r0", "r1", "r2", "foot"]],
  [7, 10, 7, ["head", "r0", "r1", "r2", "r3", "r4", "r5", "r6", "foot"]],
  [8, 10, 6, ["head", "r0", "r1", "r2", "r3", "r4", "r5", "… 2 more", "foot"]],
  [5, 2, 0, ["head", "… 5 more"]],
  [0, 10, 0, ["head", "foot"]],
] as const)("%i rows on a screen of %i lines", ([total, height, room, lines]) => {
  expect(roomFor(total, { height, around: 3 })).toBe(room);
  const rows = Array.from({ length: room }, (_, n) => `r${n}`);
  const frame = frameOf({ head: ["head"], rows, hidden: total - room, foot: ["foot"] }, { height, fit, more });
  expect(frame).toEqual(lines);
  expect(frame.length).toBeLessThanOrEqual(height);
});

test("the headline counts who needs a person, is at work and has failed", () => {
  const style = styleFor({}, false);
  const reason = (code: string) => ({ code, text: "", seq: 1 });
  expect(headline([listed({})], style)).toBe("1 session");
  const many = [
    listed({ status: "waiting", reason: reason("permission") }),
    listed({ status: "waiting", reason: reason("finished") }),
    listed({ status: "running", reason: reason("running") }),
    listed({ status: "error", reason: reason("failed") }),
  ];
  expect(headline(many, style)).toBe("4 sessions  ▲ 1 needs you  ● 1 running  ✗ 1 failed");
});
