// What followers that do not read may hold in all, told by the numbers alone.
import fc from "fast-check";
import { expect, test } from "vitest";
import { InFlight } from "../../src/daemon/streams/in-flight.ts";

const KB = 1024;

test("[R-27] one that stalls has a page of 32 KB, and a thousand have less than 8 MB in all", () => {
  const inFlight = new InFlight(() => 0);
  expect(inFlight.pageBytes).toBe(32 * KB);
  for (let n = 0; n < 1000; n++) inFlight.hold(inFlight.pageBytes, () => expect.unreachable("nobody is cut for this"));
  expect(inFlight.bytes).toBeLessThan(8 * KB * KB);
  expect(inFlight.pageBytes).toBe(4 * KB);
});

test("whoever comes and goes, what is held is what those who stall were given, and a page is 4 to 32 KB", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 200 }), (moves) => {
      const inFlight = new InFlight(() => 0);
      const releases = new Map<number, { bytes: number; release: () => void }>();
      for (const follower of moves) {
        const held = releases.get(follower);
        if (held) {
          held.release();
          // A connection that closes lets go once more.
          held.release();
          releases.delete(follower);
        } else {
          const bytes = inFlight.pageBytes;
          expect(bytes).toBeGreaterThanOrEqual(4 * KB);
          expect(bytes).toBeLessThanOrEqual(32 * KB);
          releases.set(follower, { bytes, release: inFlight.hold(bytes, () => {}) });
        }
        expect(inFlight.bytes).toBe([...releases.values()].reduce((sum, { bytes }) => sum + bytes, 0));
      }
    }),
  );
});

test("when long events make it too much, those who have stalled longest are cut, and nobody who stalls since a moment", () => {
  let nowMs = 0;
  const inFlight = new InFlight(() => nowMs);
  const cut: number[] = [];
  const stall = (follower: number) => inFlight.hold(KB * KB, () => void cut.push(follower));
  for (let follower = 1; follower <= 20; follower++) stall(follower);
  expect(cut).toEqual([]);
  nowMs = 1000;
  stall(21);
  expect(cut).toEqual([1, 2, 3, 4, 5]);
  expect(inFlight.bytes).toBe(16 * KB * KB);
  const release = stall(22);
  expect(cut).toEqual([1, 2, 3, 4, 5, 6]);
  release();
  stall(23);
  expect(cut).toHaveLength(6);
});
