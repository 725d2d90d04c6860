// Turns with the trees before and after each, and changes of several turns put together.
import { expect, test } from "vitest";
import { composeTurns, extendSpans, noSpans } from "../../../src/core/index.ts";

const tree = (digit: string): string => digit.repeat(40);
let seq = 0;
const event = (type: string, data: unknown) => ({
  seq: ++seq,
  at: `2026-01-01T00:00:${String(seq % 60).padStart(2, "0")}.000Z`,
  type,
  data,
});

test("a turn has the tree that was taken for it; one that an agent begins by itself has the newest", () => {
  const events = [
    event("checkpoint", { turn: "t1", moment: "start", tree: tree("1") }),
    event("turn_start", { turn: "t1", promptId: "p1" }),
    event("user_prompt", { promptId: "p1", turn: "t1", text: "first\nand more" }),
    event("turn_end", { turn: "t1", promptId: "p1", reason: "completed" }),
    event("checkpoint", { turn: "t1", moment: "end", tree: tree("2") }),
    event("turn_start", { turn: "t2", promptId: null }),
    event("turn_end", { turn: "t2", promptId: null, reason: "completed" }),
    event("checkpoint", { turn: "t3", moment: "start", tree: null, why: "too_slow" }),
    event("turn_start", { turn: "t3", promptId: "p3" }),
    event("checkpoint", { turn: "t2", moment: "end", tree: tree("3") }),
    event("turn_start", { turn: "t4", promptId: "p4" }),
  ];
  const { turns } = extendSpans(noSpans, events);
  expect(
    turns.map(({ turn, start, end, why, text }) => [turn, start?.[0] ?? null, end?.[0] ?? null, why, text]),
  ).toEqual([
    ["t1", "1", "2", null, "first"],
    ["t2", "2", "3", null, null],
    ["t3", null, null, "too_slow", null],
    ["t4", null, null, null, null],
  ]);
  const inParts = events.reduce((spans, one) => extendSpans(spans, [one]), noSpans);
  expect(inParts).toEqual(extendSpans(noSpans, events));
  expect(extendSpans(inParts, events)).toEqual(inParts);
});

test("a checkpoint whose tree is no name of an object is none", () => {
  const spans = extendSpans(noSpans, [
    event("checkpoint", { turn: "t1", moment: "start", tree: "--output=/tmp/x" }),
    event("turn_start", { turn: "t1", promptId: "p1" }),
  ]);
  expect(spans.turns).toMatchObject([{ start: null }]);
});

const side = (object: string, mode = "100644") => ({ mode, object });

test("files that are too large are named, whether they were there before the turn or came in it", () => {
  const { turns } = extendSpans(noSpans, [
    event("checkpoint", { turn: "t1", moment: "start", tree: tree("1"), left: ["old.bin"] }),
    event("turn_start", { turn: "t1", promptId: "p1" }),
    event("checkpoint", { turn: "t1", moment: "end", tree: tree("2"), left: ["new.bin", "old.bin"] }),
  ]);
  expect(turns[0]?.left).toEqual(["old.bin", "new.bin"]);
});

test("put together, a file is what it was before the first turn and after the last, and what passed is left out", () => {
  const composed = composeTurns([
    {
      turn: "t1",
      entries: [
        { path: "a", before: side("1"), after: side("2") },
        { path: "passing", before: null, after: side("5") },
        { path: "back", before: side("7"), after: side("8") },
      ],
    },
    {
      turn: "t2",
      entries: [
        { path: "a", before: side("3"), after: side("4") },
        { path: "passing", before: side("5"), after: null },
        { path: "back", before: side("8"), after: side("7") },
        { path: "mode", before: side("9"), after: side("9", "100755") },
      ],
    },
  ]);
  expect(composed).toEqual([
    { path: "a", before: side("1"), after: side("4"), turns: ["t1", "t2"], isMixed: true },
    { path: "mode", before: side("9"), after: side("9", "100755"), turns: ["t2"], isMixed: false },
  ]);
});
