import fc from "fast-check";
import { expect, test } from "vitest";
import { initialState, summaryOf } from "../../src/core/index.ts";
import { createMemoryLog } from "../../src/log/index.ts";
import { FanOut } from "../../src/session/index.ts";

const SESSION = "11111111-1111-4111-8111-111111111111";

type Move = { kind: "append"; sizes: number[] } | { kind: "read"; follower: number };

const moves = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("append" as const),
      sizes: fc.array(fc.constantFrom(10, 30_000, 70_000, 400_000), { minLength: 1, maxLength: 6 }),
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
          const events = fanOut.after(SESSION, cursors[follower] ?? 0);
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
          await log.append({
            session: SESSION,
            events,
            summary: { ...summaryOf(SESSION, initialState), head },
            isBusy: false,
          });
          fanOut.publish(SESSION, head);
        }
        for (const follower of starts.keys()) while (read(follower) > 0);
        expect(cursors).toEqual(starts.map(() => head));
        for (const stop of stops) stop();
      },
    ),
    { numRuns: 100 },
  );
});
