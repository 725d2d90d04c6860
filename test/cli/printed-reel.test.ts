import fc from "fast-check";
import { expect, test } from "vitest";
import { PrintedReel } from "../../src/cli/replay/printed-reel.ts";
import type { Event } from "../../src/core/index.ts";
import { Player } from "../../src/core/playback/index.ts";
import { atSecond } from "../kit/events.ts";
import { until } from "../kit/until.ts";

const HEAD = 1500;
const TURN = 40;

/** What was printed, as the seqs of the events. */
function reelOver(firstSeq = 1, head = HEAD) {
  const log = Array.from({ length: head - firstSeq + 1 }, (_, n) => {
    const seq = firstSeq + n;
    return {
      v: 1,
      seq,
      at: atSecond(seq),
      type: seq % TURN === 1 ? "turn_start" : "notice",
      data: {},
    } as unknown as Event;
  });
  return new PrintedReel({
    source: {
      events: async ({ after, limit }) => ({
        events: log.filter(({ seq }) => seq > after).slice(0, limit),
        firstSeq,
        epoch: "e",
      }),
      turns: async (from, to) =>
        log.flatMap(({ seq, type }) => (type === "turn_start" && seq >= from && seq <= to ? [seq] : [])),
    },
    head,
    newSheet() {
      const rows: string[] = [];
      return { rows, feed: ({ seq }) => void rows.push(String(seq)) };
    },
  });
}

/** Everything from some event up to the moment, each once, and enough of it. */
function expectWhole(reel: PrintedReel, moment: number): void {
  const seqs = reel.rows.map(Number);
  expect(reel.current?.seq).toBe(moment);
  expect(seqs.at(-1)).toBe(moment);
  expect(seqs).toEqual(Array.from(seqs, (_, n) => moment - seqs.length + 1 + n));
  expect(seqs.length).toBeGreaterThanOrEqual(Math.min(moment - reel.first + 1, 500));
}

test("[M-09] however one comes to a moment, what is printed is the log up to there", async () => {
  const reel = reelOver();
  const player = new Player(reel, { speed: 64, skipsIdle: false });
  await player.seek(1);
  const moves = fc.sample(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: HEAD })), { numRuns: 300, seed: 1 });
  for (const [how, place] of moves) {
    const from = reel.current?.seq ?? 0;
    if (how === 0) await player.stepEvents(place % 2 === 0 ? 1 : -1);
    else if (how === 1) await player.stepTurn(place % 2 === 0 ? 1 : -1);
    else if (how === 2 && from < HEAD) {
      await player.play();
      await until("what follows", () => reel.upcoming().length > 0);
      player.tick(place);
      player.pause();
      expect(reel.current?.seq).toBeGreaterThanOrEqual(from);
    } else {
      await player.seek(place);
      expect(reel.current?.seq).toBe(place);
    }
    expectWhole(reel, reel.current?.seq ?? 0);
  }
  await player.seek(700);
  await reel.printAgain();
  expectWhole(reel, 700);
});

test("what happens meanwhile belongs to it only when it is told, and a removed beginning is left out", async () => {
  const reel = reelOver(400);
  await reel.show(1);
  expectWhole(reel, 400);
  const [grown, empty] = [reelOver(), reelOver(1, 0)];
  await empty.show(1);
  expect([empty.current, empty.rows]).toEqual([null, []]);
  await grown.show(9999);
  expectWhole(grown, HEAD);
  expect(grown.upcoming()).toEqual([]);
});
