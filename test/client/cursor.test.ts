import fc from "fast-check";
import { expect, test } from "vitest";
import { type Cursor, placeEvent, placeFrame } from "../../src/client/cursor.ts";
import type { Frame } from "../../src/protocol/index.ts";

type Line = { seq: number } | Frame;

/** Takes lines as a follower does: stops at a gap, and tells what was delivered since the last reset. */
function take(cursor: Cursor, lines: readonly Line[]): { cursor: Cursor; delivered: number[]; resets: number } {
  let at = cursor;
  let delivered: number[] = [];
  let resets = 0;
  for (const line of lines) {
    const verdict = "frame" in line ? placeFrame(at, line) : placeEvent(at, line);
    if (verdict.kind === "gap") break;
    if (verdict.kind === "drop") continue;
    at = verdict.cursor;
    if (verdict.kind === "reset") {
      delivered = [];
      resets++;
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

test("[M-16] [M-17] [M-18] [M-20] over any number of bad connections each event is delivered once, in order, without a hole", () => {
  fc.assert(
    fc.property(fc.nat(40), fc.array(connection, { maxLength: 12 }), (head, connections) => {
      let cursor: Cursor = { epoch: null, after: 0 };
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
  const taken = take({ epoch: "e", after: 7 }, [reset, hello("f", 2), { seq: 1 }, { seq: 2 }]);
  expect(taken).toEqual({ cursor: { epoch: "f", after: 2 }, delivered: [1, 2], resets: 1 });
});

test("a server of another epoch that says so only in its hello resets too", () => {
  const taken = take({ epoch: "e", after: 7 }, [hello("f", 1), { seq: 1 }]);
  expect(taken).toEqual({ cursor: { epoch: "f", after: 1 }, delivered: [1], resets: 1 });
});

test("events that don't begin at 1 after a reset are a gap, not a shortened history", () => {
  const reset: Frame = { frame: "reset", epoch: "f", head: 9, reason: "epoch" };
  expect(take({ epoch: "e", after: 7 }, [reset, { seq: 8 }])).toEqual({
    cursor: { epoch: "f", after: 0 },
    delivered: [],
    resets: 1,
  });
});

test("a log whose beginning was pruned is followed from its floor", () => {
  const taken = take({ epoch: null, after: 0 }, [hello("e", 51, 50), { seq: 50 }, { seq: 51 }]);
  expect(taken.delivered).toEqual([50, 51]);
});

test("frames without an event leave the cursor where it is, and a skip never moves it back", () => {
  const cursor: Cursor = { epoch: "e", after: 5 };
  const frames: Frame[] = [
    { frame: "caught_up", head: 9 },
    { frame: "bye", reason: "slow", retryMs: 1 },
    { frame: "skip", to: 3 },
  ];
  expect(take(cursor, frames).cursor).toEqual(cursor);
  expect(take(cursor, [{ frame: "skip", to: 8 }]).cursor).toEqual({ epoch: "e", after: 8 });
});
