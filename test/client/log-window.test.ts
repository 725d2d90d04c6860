// What a client holds of a log.
import fc from "fast-check";
import { expect, test } from "vitest";
import { LogWindow, type WindowBounds } from "../../src/client/log-window.ts";
import {
  type Event,
  emptyTranscript,
  extendTranscript,
  initialState,
  reduce,
  type SessionState,
  statusOf,
} from "../../src/core/index.ts";
import { anyLog } from "../kit/arbitrary-events.ts";
import { body, created, fold, place } from "../kit/events.ts";

const notice = (text: string) => body("notice", { kind: "test", text });
const log = place([created, notice("yes"), notice("yes"), notice("no")]);
const folded = (state: SessionState) => ({ state, status: statusOf(state) });
const read = (events: readonly Event[]) => extendTranscript(emptyTranscript, events);
const wide: WindowBounds = { events: 1000, characters: 1_000_000 };
const long = (count: number) => place(Array.from({ length: count }, (_, n) => notice(`n${n + 1}`)));

/** A window at the end of a log, over its last events. */
const windowAt = (events: readonly Event[], from: number, bounds: WindowBounds = wide): LogWindow =>
  new LogWindow({ epoch: "e", folded: folded(fold(events)), events: events.slice(from - 1), firstSeq: 1, bounds });

const placeOf = ({ firstSeq, lastSeq, hasOlder, hasNewer }: LogWindow) => ({ firstSeq, lastSeq, hasOlder, hasNewer });

test("[M-19] an event is taken once, known by its seq and not by what it says", () => {
  const window = windowAt([], 1);
  const taken = [...log, ...log.slice(1), log[0]!].filter((event) => window.take(event, reduce));
  expect(taken).toEqual(log);
  window.prepend({ events: [], firstSeq: 1 });
  expect(window.transcript).toEqual(read(log));
});

test("however it was filled, forwards or backwards, with overlaps or without, it shows the same", () => {
  fc.assert(
    fc.property(anyLog(30), fc.nat(30), fc.nat(30), fc.nat(5), (events, from, head, overlap) => {
      const end = Math.min(head, events.length);
      const start = Math.min(from, end);
      const window = windowAt(events.slice(0, end), start + 1);
      expect(window.transcript).toEqual(read(events.slice(start, end)));
      for (const event of events.slice(Math.max(0, end - overlap))) window.take(event, reduce);
      window.prepend({ events: events.slice(0, start + overlap), firstSeq: 1 });
      expect([window.state, window.hasOlder, window.firstSeq]).toEqual([fold(events), false, 1]);
      expect(window.transcript).toEqual(read(events));
    }),
  );
});

type Move = { do: "take" | "older" | "newer" | "seek" | "end"; n: number };
const anyMove: fc.Arbitrary<Move> = fc.record({
  do: fc.constantFrom("take", "older", "newer", "seek", "end"),
  n: fc.integer({ min: 1, max: 8 }),
});

test("wherever it is moved, it is a bounded stretch of the log without a hole, and its state is that of the head", () => {
  fc.assert(
    fc.property(
      anyLog(40),
      fc.integer({ min: 1, max: 12 }),
      fc.array(anyMove, { maxLength: 20 }),
      (all, most, moves) => {
        let head = Math.floor(all.length / 2);
        const bounds = { events: most, characters: 2000 };
        const window = windowAt(all.slice(0, head), Math.max(1, head - 3), bounds);
        for (const { do: what, n } of moves) {
          const { firstSeq, lastSeq } = window;
          const stretch = (from: number, to: number) => ({ events: all.slice(Math.max(0, from - 1), to), firstSeq: 1 });
          if (what === "take") for (let i = 0; i < n && head < all.length; i++) window.take(all[head++]!, reduce);
          // Pages overlap what is held, and may reach past the head.
          if (what === "older") window.prepend(stretch(firstSeq - n, firstSeq));
          if (what === "newer") window.append(stretch(lastSeq, lastSeq + n));
          if (what === "seek") window.replace(stretch(n * 3, n * 3 + 6));
          if (what === "end") window.replace(stretch(head - n, head));
          const held = all.slice(window.firstSeq - 1, window.lastSeq);
          expect(window.transcript).toEqual(read(held));
          expect([window.state, window.head]).toEqual([fold(all.slice(0, head)), head]);
          expect(held.length).toBeLessThanOrEqual(most);
          const characters = held.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0);
          expect(held.length <= 1 || characters <= bounds.characters).toBe(true);
          expect(window.hasOlder).toBe(window.firstSeq > 1);
          expect(window.hasNewer).toBe(window.lastSeq < head);
        }
      },
    ),
  );
});

test("at the end it stays there, and the oldest events give way", () => {
  const events = long(100);
  const window = windowAt(events.slice(0, 10), 1, { events: 20, characters: 1_000_000 });
  for (const event of events.slice(10)) window.take(event, reduce);
  expect(placeOf(window)).toMatchObject({ lastSeq: 100, hasOlder: true, hasNewer: false });
  expect(window.firstSeq).toBeGreaterThanOrEqual(81);
  expect(window.firstSeq).toBeLessThanOrEqual(86);
});

test("held, it keeps its oldest events and stops following when it is full; let go, it follows again from its end", () => {
  const events = long(30);
  const window = windowAt(events.slice(0, 5), 1, { events: 10, characters: 1_000_000 });
  window.isHeld = true;
  for (const event of events.slice(5, 20)) window.take(event, reduce);
  expect(placeOf(window)).toEqual({ firstSeq: 1, lastSeq: 10, hasOlder: false, hasNewer: true });
  expect(window.head).toBe(20);
  window.isHeld = false;
  window.append({ events: events.slice(10, 20), firstSeq: 1 });
  for (const event of events.slice(20)) window.take(event, reduce);
  expect(window.lastSeq).toBe(30);
  expect(window.firstSeq).toBeGreaterThan(10);
});

test("events that are long give way, too, but for the last one", () => {
  const events = place([notice("short"), notice("x".repeat(600)), notice("y".repeat(600)), notice("z".repeat(5000))]);
  const window = windowAt([], 1, { events: 100, characters: 1000 });
  for (const event of events.slice(0, 3)) window.take(event, reduce);
  expect(placeOf(window)).toMatchObject({ firstSeq: 3, lastSeq: 3, hasOlder: true });
  window.take(events[3]!, reduce);
  expect(placeOf(window)).toMatchObject({ firstSeq: 4, lastSeq: 4 });
});

test("elsewhere, what happens moves the state and not the transcript, until it has come to the end again", () => {
  const events = long(40);
  const window = windowAt(events.slice(0, 30), 25, { events: 10, characters: 1_000_000 });
  window.replace({ events: events.slice(4, 10), firstSeq: 1 });
  for (const event of events.slice(30)) window.take(event, reduce);
  expect(placeOf(window)).toEqual({ firstSeq: 5, lastSeq: 10, hasOlder: true, hasNewer: true });
  expect(window.state).toEqual(fold(events));
  // Neither of these reaches up to what is held.
  window.prepend({ events: events.slice(0, 2), firstSeq: 1 });
  window.append({ events: events.slice(20), firstSeq: 1 });
  expect(placeOf(window)).toMatchObject({ firstSeq: 5, lastSeq: 10 });
  window.append({ events: events.slice(10, 40), firstSeq: 1 });
  expect(placeOf(window)).toEqual({ firstSeq: 31, lastSeq: 40, hasOlder: true, hasNewer: false });
  expect(window.transcript).toEqual(read(events.slice(30)));
});

test("paging back through a long log folds each event so many times as there are pages in the window, however long the log is", () => {
  const looksPerEvent = (count: number): number => {
    let looks = 0;
    const look = ({ type }: Event): string => {
      looks++;
      return type;
    };
    const events = long(count).map((event) =>
      Object.defineProperty({ ...event }, "type", { get: () => look(event), enumerable: true }),
    );
    const window = windowAt(events.slice(-50), 1, { events: 200, characters: 1_000_000 });
    looks = 0;
    while (window.firstSeq > 1) {
      const to = window.firstSeq - 1;
      window.prepend({ events: events.slice(Math.max(0, to - 50), to), firstSeq: 1 });
      expect(window.transcript.blocks.length).toBeLessThanOrEqual(200);
    }
    return looks / count;
  };
  expect(looksPerEvent(4000)).toBeLessThanOrEqual(looksPerEvent(1000) * 1.2);
});

test("a state of another version is kept as it is until the daemon gives a newer one; of its status the daemon tells", () => {
  const foreign = (head: number) => ({ version: 999, head }) as SessionState;
  const status = { word: "running", reason: { code: "running", text: "told", seq: 3 } } as const;
  const window = new LogWindow({
    epoch: "e",
    folded: { state: foreign(3), status },
    events: log.slice(0, 3),
    firstSeq: 1,
  });
  expect([window.isBehind, window.statusAt("2026-01-01")]).toEqual([false, status]);
  expect(window.take(log[3]!, reduce)).toBe(true);
  expect([window.isBehind, window.state, window.head]).toEqual([true, foreign(3), 4]);
  expect(window.transcript).toEqual(read(log));
  window.renew({ state: foreign(4), status });
  expect([window.isBehind, window.state]).toEqual([false, foreign(4)]);
  window.renew(folded(fold(log.slice(0, 3))));
  expect(window.state).toEqual(foreign(4));
});

test("a daemon of this version that takes over gives a state that is folded on from there", () => {
  const events = long(6);
  const foreign = { version: 999, head: 2 } as SessionState;
  const contents = { epoch: "e", events: events.slice(0, 2), firstSeq: 1 };
  const window = new LogWindow({ ...contents, folded: { state: foreign, status: statusOf(initialState) } });
  window.take(events[2]!, reduce);
  window.renew(folded(fold(events.slice(0, 5))));
  for (const event of events.slice(3)) window.take(event, reduce);
  expect([window.state, window.isBehind]).toEqual([fold(events), false]);
});

test("a range that does not fit is kept around the event that was sought, and without one at its end", () => {
  const events = long(20);
  const placed = (bounds: WindowBounds, around?: number) => {
    const window = windowAt(events, 20, bounds);
    window.replace({ events: events.slice(4, 16), firstSeq: 1 }, around);
    return [window.firstSeq, window.lastSeq];
  };
  const each = JSON.stringify(events[9]?.data).length;
  expect(placed({ events: 1, characters: 1_000_000 }, 10)).toEqual([10, 10]);
  expect(placed({ events: 9, characters: 1_000_000 }, 10)).toEqual([8, 16]);
  expect(placed({ events: 1000, characters: each }, 10)).toEqual([10, 10]);
  expect(placed({ events: 1000, characters: each * 8 }, 12)).toEqual([9, 16]);
  expect(placed({ events: 4, characters: 1_000_000 })).toEqual([13, 16]);
  expect(placed({ events: 1000, characters: 1 })).toEqual([16, 16]);
  expect(placed(wide, 10)).toEqual([5, 16]);
});
