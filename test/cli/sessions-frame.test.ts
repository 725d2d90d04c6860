import fc from "fast-check";
import { expect, test } from "vitest";
import { statusLabel } from "../../src/cli/render/status-label.ts";
import { headline } from "../../src/cli/sessions/headline.ts";
import { changesBetween, frameOf, hiddenLine, windowOf } from "../../src/cli/terminal/frame.ts";
import { scrolled } from "../../src/cli/terminal/scroll.ts";
import { styleFor } from "../../src/cli/text/style.ts";
import { listed } from "./listed.ts";

const BEGIN = "\x1b[?2026h";
const END = "\x1b[?2026l";

/** What a terminal that showed these lines shows after the text was written to it. */
function written(screen: readonly string[], text: string): string[] {
  const lines = [...screen];
  let [row, column] = [0, 0];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it reads
  for (const [piece, at = "1"] of text.matchAll(/\x1b\[(?:(\d+);1)?[HJK]|\x1b\[\?2026[hl]|[^\x1b]+/g)) {
    const line = lines[row] ?? "";
    if (piece === BEGIN || piece === END) continue;
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
  expect(changesBetween(rows, next)).toBe(`${BEGIN}\x1b[8;1Hsession 7 runs\x1b[K${END}`);
  expect(changesBetween(null, ["a", "b"])).toBe(`${BEGIN}\x1b[H\x1b[J\x1b[1;1Ha\x1b[2;1Hb${END}`);
});

test.for([
  [200, 10, 0, ["head", "r0", "r1", "r2", "r3", "r4", "r5", "… 194 more", "foot"]],
  [200, 10, 3, ["head", "r3", "r4", "r5", "r6", "r7", "r8", "… 3 above, 191 below", "foot"]],
  [200, 10, 999, ["head", "r194", "r195", "r196", "r197", "r198", "r199", "… 194 above", "foot"]],
  [3, 10, 2, ["head", "r0", "r1", "r2", "foot"]],
  [7, 10, 0, ["head", "r0", "r1", "r2", "r3", "r4", "r5", "r6", "foot"]],
  [8, 10, 0, ["head", "r0", "r1", "r2", "r3", "r4", "r5", "… 2 more", "foot"]],
  [5, 2, 0, ["head", "… 5 more"]],
  [0, 10, 0, ["head", "foot"]],
] as const)("%i rows on a screen of %i lines, scrolled to row %i", ([total, height, top, lines]) => {
  const part = windowOf(total, { height, context: 3, top });
  const rows = Array.from({ length: total }, (_, n) => `r${n}`).slice(part.from, part.to);
  const frame = frameOf(["head", ...rows, ...hiddenLine(total, part, "…"), "foot"], height, (line) => line);
  expect(frame).toEqual(lines);
  expect(frame.length).toBeLessThanOrEqual(height);
});

test.for([
  ["j", 0, 1],
  ["down", 194, 194],
  ["k", 0, 0],
  ["up", 5, 4],
  ["pagedown", 0, 6],
  ["pageup", 3, 0],
  ["g", 100, 0],
  ["G", 0, 194],
  ["end", 0, 194],
  ["x", 7, null],
] as const)("the key %s leads from row %i to row %s", ([name, top, row]) => {
  const text = name.length === 1 ? name : "";
  const key = { text, name: name.toLowerCase(), isControl: false, isMeta: false, isPasted: false };
  expect(scrolled(key, { top, page: 6, last: 194 })).toBe(row);
  expect(scrolled({ ...key, isControl: true }, { top, page: 6, last: 194 })).toBe(null);
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

test("[A-02] the headline paints what it counts as the list below it does", () => {
  const style = styleFor({}, true);
  const rows = (["permission", "running", "failed"] as const).map((code) => {
    const status = ({ permission: "waiting", running: "running", failed: "error" } as const)[code];
    return listed({ status, reason: { code, text: "", seq: 1 } });
  });
  const shown = headline(rows, style);
  for (const [index, text] of ["▲ 1 needs you", "● 1 running", "✗ 1 failed"].entries())
    expect(shown).toContain(statusLabel(rows[index] ?? listed({}), style).paint(text));
});
