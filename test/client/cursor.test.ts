import fc from "fast-check";
import { expect, test } from "vitest";
import { type Cursor, onNewConnection, placeEvent, placeFrame } from "../../src/client/cursor.ts";
import type { Frame } from "../../src/protocol/index.ts";

type Line = { seq: number } | Frame;

const start: Cursor = { epoch: null, after: 0, isGreeted: false };
const at7: Cursor = { epoch: "e", after: 7, isGreeted: false };

/** Takes the lines of a connection as a follower does: stops at a gap, and tells what was delivered since the last reset. */
function take(cursor: Cursor, lines: readonly Line[]): { cursor: Cursor; delivered: number[]; resets: string[] } {
  let at = onNewConnection(cursor);
  let delivered: number[] = [];
  const resets: string[] = [];
  for (const line of lines) {
    const verdict = "frame" in line ? placeFrame(at, line) : placeEvent(at, line);
    if (verdict.kind === "gap") break;
    if (verdict.kind === "drop") continue;
    at = verdict.cursor;
    if (verdict.kind === "reset") {
      delivered = [];
      resets.push(verdict.reason);
    } else if (!("frame" in line)) delivered.push(line.seq);
  }
  return { cursor: at, delivered, resets };
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
const hello = (epoch: string, head: number, firstSeq = 1): Frame => ({
  frame: "hello",
  epoch,
  firstSeq,
  head,
  after: 0,
});

/** One connection of a bad network: it starts too early, repeats, leaves things out, and breaks off. */
const connection = fc.record({
  overlap: fc.nat(5),
  repeats: fc.array(fc.nat(30), { maxLength: 5 }),
  lost: fc.array(fc.nat(30), { maxLength: 3 }),
  length: fc.nat(30),
});

test("[M-16] [M-17] [M-20] over any number of bad connections each event is delivered once, in order, without a hole", () => {
  fc.assert(
    fc.property(fc.nat(40), fc.array(connection, { maxLength: 12 }), (head, connections) => {
      let cursor = start;
      const delivered: number[] = [];
      for (const { overlap, repeats, lost, length } of connections) {
        const sent = range(Math.max(1, cursor.after + 1 - overlap), head)
          .flatMap((seq) => (repeats.includes(seq) ? [seq, seq] : [seq]))
          .filter((seq) => !lost.includes(seq))
          .slice(0, length);
        const before = cursor.after;
        const taken = take(cursor, [hello("e", head), ...sent.map((seq) => ({ seq }))]);
        expect(taken.cursor.after).toBeGreaterThanOrEqual(before);
        cursor = taken.cursor;
        delivered.push(...taken.delivered);
        expect(delivered).toEqual(range(1, cursor.after));
      }
      const last = take(cursor, [hello("e", head), ...range(cursor.after + 1, head).map((seq) => ({ seq }))]);
      expect([...delivered, ...last.delivered]).toEqual(range(1, head));
    }),
  );
});

test("a reset starts over at 0 in the new epoch, and what follows is whole again", () => {
  const reset: Frame = { frame: "reset", epoch: "f", head: 2, reason: "epoch" };
  const taken = take(at7, [reset, hello("f", 2), { seq: 1 }, { seq: 2 }]);
  expect(taken).toEqual({
    cursor: { epoch: "f", after: 2, isGreeted: true },
    delivered: [1, 2],
    resets: ["epoch"],
  });
});

test("a hello alone shows that the cursor is void: another epoch, a shorter log, a beginning that is gone", () => {
  const cases: [hello: Frame, reason: string, delivered: number[]][] = [
    [hello("f", 1), "epoch", [1]],
    [hello("e", 6), "ahead", [1, 2]],
    [hello("e", 20, 10), "pruned", [10, 11]],
    [hello("f", 20, 10), "epoch", [10, 11]],
  ];
  for (const [frame, reason, delivered] of cases) {
    expect(take(at7, [frame, ...delivered.map((seq) => ({ seq }))])).toMatchObject({ delivered, resets: [reason] });
  }
});

test("a hello that comes again on the same connection is old news", () => {
  const taken = take(at7, [hello("e", 8), { seq: 8 }, { seq: 9 }, hello("e", 8), { seq: 10 }]);
  expect(taken).toMatchObject({ delivered: [8, 9, 10], resets: [] });
});

test("events of a connection that has not said whose log it sends are a gap", () => {
  expect(take(at7, [{ seq: 8 }])).toMatchObject({ cursor: { after: 7 }, delivered: [] });
  expect(take(at7, [{ frame: "caught_up", head: 7 }, { seq: 8 }])).toMatchObject({ delivered: [] });
});

test("events that don't begin at 1 after a reset are a gap, not a shortened history", () => {
  const reset: Frame = { frame: "reset", epoch: "f", head: 9, reason: "epoch" };
  expect(take(at7, [reset, { seq: 8 }])).toMatchObject({ cursor: { epoch: "f", after: 0 }, delivered: [] });
});

test("a log whose beginning was pruned is followed from its floor", () => {
  const taken = take(start, [hello("e", 51, 50), { seq: 50 }, { seq: 51 }]);
  expect(taken).toMatchObject({ delivered: [50, 51], resets: [] });
});

test("caught up beyond what was delivered is a gap: something was lost on the way", () => {
  const frames: Line[] = [hello("e", 9), { frame: "caught_up", head: 8 }, { seq: 8 }];
  expect(take(at7, frames).delivered).toEqual([]);
  expect(take(at7, [hello("e", 9), { seq: 8 }, { frame: "caught_up", head: 8 }, { seq: 9 }]).delivered).toEqual([8, 9]);
});

test("frames without an event leave the cursor where it is, and a skip never moves it back", () => {
  const frames: Frame[] = [
    hello("e", 9),
    { frame: "caught_up", head: 7 },
    { frame: "bye", reason: "slow", retryMs: 1 },
    { frame: "skip", to: 3 },
  ];
  expect(take(at7, frames).cursor).toEqual({ epoch: "e", after: 7, isGreeted: true });
  expect(take(at7, [{ frame: "skip", to: 8 }]).cursor).toMatchObject({ epoch: "e", after: 8 });
});
