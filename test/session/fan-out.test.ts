import fc from "fast-check";
import { expect, test } from "vitest";
import { initialState, summaryOf } from "../../src/core/index.ts";
import { createMemoryLog } from "../../src/log/index.ts";
import { FanOut } from "../../src/session/index.ts";

const SESSION = "11111111-1111-4111-8111-111111111111";

type Move = { kind: "append"; sizes: number[]; isRead: boolean } | { kind: "read"; follower: number };

const moves = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("append" as const),
      sizes: fc.array(fc.constantFrom(10, 30_000, 70_000, 400_000), { minLength: 1, maxLength: 6 }),
      isRead: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("read" as const), follower: fc.nat({ max: 3 }) }),
  ),
  { maxLength: 40 },
);

test("[M-17] [M-18] however appends and reads interleave, every follower is given 1, 2, 3 … without hole or repetition", async () => {
  await fc.assert(
    fc.asyncProperty(
      moves,
      fc.array(fc.nat({ max: 10 }), { minLength: 4, maxLength: 4 }),
      async (script: Move[], starts) => {
        const log = createMemoryLog();
        const fanOut = new FanOut(log);
        let head = 0;
        const cursors = starts.map(() => 0);
        const stops = starts.map(() => fanOut.follow(SESSION, () => {}));
        const read = (follower: number): number => {
          const events = fanOut.after(SESSION, cursors[follower] ?? 0, 64 * 1024);
          expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => (cursors[follower] ?? 0) + 1 + index));
          cursors[follower] = (cursors[follower] ?? 0) + events.length;
          return events.length;
        };
        for (const move of script) {
          if (move.kind === "read") {
            read(move.follower);
            continue;
          }
          const events = move.sizes.map((size, index) => ({
            session: SESSION,
            seq: head + 1 + index,
            at: "2026-01-01T00:00:00.000Z",
            type: "notice",
            by: { kind: "daemon" as const },
            data: { kind: "n", text: "x".repeat(size) },
          }));
          head += events.length;
          const { stored } = await log.append({
            session: SESSION,
            events,
            summary: { ...summaryOf(SESSION, initialState), head },
            isBusy: false,
          });
          // The log does not always know how they are stored: after a failure they are read.
          fanOut.publish(SESSION, move.isRead ? { head } : { head, stored });
        }
        for (const follower of starts.keys()) while (read(follower) > 0);
        expect(cursors).toEqual(starts.map(() => head));
        for (const stop of stops) stop();
      },
    ),
    { numRuns: 100 },
  );
});

/** A log of one event, and how it was stored. */
async function oneEvent() {
  const log = createMemoryLog();
  const reads: unknown[] = [];
  const read: typeof log.read = (query) => {
    reads.push(query);
    return log.read(query);
  };
  const fanOut = new FanOut({ ...log, read });
  const given: string[] = [];
  for (let follower = 0; follower < 100; follower++)
    fanOut.follow(SESSION, () => void given.push(...fanOut.after(SESSION, 0, 64 * 1024).map(({ line }) => line)));
  reads.length = 0;
  const event = {
    session: SESSION,
    seq: 1,
    at: "2026-01-01T00:00:00.000Z",
    type: "notice",
    by: { kind: "daemon" as const },
    data: { kind: "n", text: "x" },
  };
  const summary = { ...summaryOf(SESSION, initialState), head: 1 };
  const { stored } = await log.append({ session: SESSION, events: [event], summary, isBusy: false });
  const [line = ""] = log.read({ session: SESSION, after: 0, limit: 1 }).events.map((one) => one.line);
  return { fanOut, stored, given, reads, line };
}

test("[R-42] what has just been committed reaches every follower as it is stored, without being read from the log", async () => {
  const { fanOut, stored, given, reads, line } = await oneEvent();
  fanOut.publish(SESSION, { head: 1, stored });
  expect(given).toEqual(Array.from({ length: 100 }, () => line));
  expect(reads).toEqual([]);
});

test("[R-42] an event that must be read from the log is read once, however many followers are woken for it", async () => {
  const { fanOut, given, reads, line } = await oneEvent();
  fanOut.publish(SESSION, { head: 1 });
  expect(given).toEqual(Array.from({ length: 100 }, () => line));
  expect(reads).toHaveLength(1);
});

test("nothing is made of an event that nobody follows", async () => {
  const fanOut = new FanOut(createMemoryLog());
  fanOut.publish(SESSION, {
    head: 1,
    stored: () => {
      throw new Error("asked for");
    },
  });
});
