// The clock of a replay, and the player over it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { advance, gapMs, IDLE_MS, nextSpeed, Player, type Reel, speeds, type Timed } from "../../../src/core/index.ts";
import { atSecond } from "../../kit/events.ts";

const at = (seq: number, second: number): Timed => ({ seq, at: atSecond(second) });
const plain = { speed: 1, skipsIdle: false };

describe("the clock", () => {
  test("an event is due when its time has passed, at any speed", () => {
    const next = [at(2, 1), at(3, 1), at(4, 3)];
    const from = { event: at(1, 0), sinceMs: 0 };
    expect(advance(from, next, { elapsedMs: 999, pace: plain })).toEqual({ event: at(1, 0), sinceMs: 999 });
    expect(advance(from, next, { elapsedMs: 1500, pace: plain })).toEqual({ event: at(3, 1), sinceMs: 500 });
    expect(advance(from, next, { elapsedMs: 1000, pace: { ...plain, speed: 0.25 } }).event.seq).toBe(1);
    expect(advance(from, next, { elapsedMs: 50, pace: { ...plain, speed: 64 } }).event.seq).toBe(4);
  });

  test("time in which nothing happens is shortened on request, and time that runs backwards is none", () => {
    expect(gapMs(atSecond(0), atSecond(3600), false)).toBe(3_600_000);
    expect(gapMs(atSecond(0), atSecond(3600), true)).toBe(IDLE_MS);
    expect(gapMs(atSecond(0), atSecond(1), true)).toBe(1000);
    expect(gapMs(atSecond(9), atSecond(1), false)).toBe(0);
    expect(gapMs("no time", atSecond(1), false)).toBe(0);
  });

  test("however time is cut into ticks, the same has happened", () => {
    const log = fc.array(fc.nat(5000), { minLength: 1, maxLength: 30 }).map((gaps) => {
      let ms = 0;
      return gaps.map((gap, n) => {
        ms += gap;
        return at(n + 1, ms / 1000);
      });
    });
    const pace = fc.record({ speed: fc.constantFrom(1, 2, 64), skipsIdle: fc.boolean() });
    fc.assert(
      fc.property(log, fc.array(fc.nat(3000), { maxLength: 20 }), pace, ([first, ...rest], ticks, pace) => {
        const begin = { event: first as Timed, sinceMs: 0 };
        const stepped = ticks.reduce(
          (moment, elapsedMs) =>
            advance(
              moment,
              rest.filter(({ seq }) => seq > moment.event.seq),
              { elapsedMs, pace },
            ),
          begin,
        );
        const total = ticks.reduce((sum, one) => sum + one, 0);
        expect(stepped.event).toEqual(advance(begin, rest, { elapsedMs: total, pace }).event);
      }),
    );
  });

  test("speeds go from a quarter to 64 times, and stay at either end", () => {
    expect(speeds.at(0)).toBe(0.25);
    expect(speeds.at(-1)).toBe(64);
    expect([nextSpeed(1, 1), nextSpeed(1, -1), nextSpeed(64, 1), nextSpeed(0.25, -1)]).toEqual([2, 0.5, 64, 0.25]);
  });
});

/** Ten events, one per second; turns begin at 2 and 6. */
class SmallReel implements Reel {
  readonly first = 1;
  head = 10;
  seq: number;
  readonly turns = [2, 6];

  constructor(seq: number) {
    this.seq = seq;
  }
  get current(): Timed {
    return at(this.seq, this.seq);
  }
  upcoming(): Timed[] {
    return Array.from({ length: this.head - this.seq }, (_, n) => at(this.seq + n + 1, this.seq + n + 1));
  }
  showUpTo(seq: number): void {
    this.seq = seq;
  }
  async show(seq: number): Promise<void> {
    this.seq = seq;
  }
  async turnAfter(seq: number): Promise<number | null> {
    return this.turns.find((turn) => turn > seq) ?? null;
  }
  async turnBefore(seq: number): Promise<number | null> {
    return this.turns.findLast((turn) => turn < seq) ?? null;
  }
}

describe("the player", () => {
  test("plays on from where it is, stops at the end, and begins again from there", async () => {
    const reel = new SmallReel(8);
    const player = new Player(reel, plain);
    expect(player.tick(5000)).toBe(false);
    await player.play();
    expect(player.tick(500)).toBe(false);
    expect(player.tick(500)).toBe(true);
    expect(reel.seq).toBe(9);
    player.tick(60_000);
    expect([reel.seq, player.isPlaying]).toEqual([10, false]);
    await player.play();
    expect([reel.seq, player.isPlaying]).toEqual([1, true]);
  });

  test("steps by events and by turns, and a step stops it; a turn is shown with its prompt", async () => {
    const reel = new SmallReel(4);
    const player = new Player(reel, plain);
    await player.play();
    await player.stepEvents(1);
    expect([reel.seq, player.isPlaying]).toEqual([5, false]);
    await player.stepEvents(-1);
    await player.stepTurn(1);
    expect(reel.seq).toBe(7);
    await player.stepTurn(-1);
    expect(reel.seq).toBe(3);
    await player.stepTurn(-1);
    expect(reel.seq).toBe(1);
    reel.seq = 8;
    await player.stepTurn(1);
    expect(reel.seq).toBe(10);
    await player.stepEvents(5);
    expect(reel.seq).toBe(10);
  });

  test("seeks while it plays, and plays on; reset goes to the beginning and waits", async () => {
    const reel = new SmallReel(1);
    const player = new Player(reel, plain);
    await player.play();
    player.tick(900);
    await player.seek(5);
    player.tick(900);
    expect([reel.seq, player.isPlaying]).toEqual([5, true]);
    player.tick(100);
    expect(reel.seq).toBe(6);
    player.faster(1);
    player.tick(1000);
    expect(reel.seq).toBe(8);
    await player.reset();
    expect([reel.seq, player.isPlaying]).toEqual([1, false]);
  });
});
