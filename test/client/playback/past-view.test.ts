// A session at any moment is what the log up to there says, however one came there.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventSource } from "../../../src/client/playback/index.ts";
import { PastView } from "../../../src/client/playback/index.ts";
import { type Event, emptyTranscript, extendTranscript, Player } from "../../../src/core/index.ts";
import { anyLogAbout } from "../../kit/arbitrary-events.ts";

/** A log of so many events, put together from arbitrary ones. */
function longLog(length: number, seed: number): Event[] {
  const logs = fc.sample(
    anyLogAbout(["turn_start", "turn_end", "user_prompt", "agent_message", "tool_call", "tool_call_update"]),
    { numRuns: Math.ceil(length / 20), seed },
  );
  const events = logs.flat().slice(0, length);
  return events.map((event, n) => ({ ...event, seq: n + 1, at: new Date(n * 1000).toISOString() }));
}

class Source implements EventSource {
  readonly log: readonly Event[];
  asked = 0;
  firstSeq = 1;
  /** Pages are cut shorter than asked for, as large ones are. */
  readonly most: number;

  constructor(log: readonly Event[], most = 1000) {
    this.log = log;
    this.most = most;
  }
  async events({ after, limit }: { after: number; limit: number }) {
    this.asked++;
    const events = this.log.filter(({ seq }) => seq > after).slice(0, Math.min(limit, this.most));
    return { events, firstSeq: this.firstSeq, epoch: "e" };
  }
  async turns(from: number, to: number) {
    return this.log.filter(({ seq, type }) => type === "turn_start" && seq >= from && seq <= to).map(({ seq }) => seq);
  }
}

const foldOf = (events: readonly Event[]) => extendTranscript(emptyTranscript, events);
const until = async (what: () => boolean): Promise<void> => {
  while (!what()) await new Promise((resolve) => setImmediate(resolve));
};

describe("a session as it was", () => {
  test("[M-09] at 1,000 random places of a random log it is the plain fold up to there", async () => {
    // More than a window holds, with clocks that jump.
    const jumps = fc.sample(fc.oneof(fc.nat(2000), fc.integer({ min: -90_000, max: 90_000 })), {
      numRuns: 3000,
      seed: 4,
    });
    const log = longLog(3000, 1).map((event, n) => ({
      ...event,
      at: new Date(1e12 + (jumps[n] ?? 0) + n * 800).toISOString(),
    }));
    const starts = log.filter(({ type }) => type === "turn_start").map(({ seq }) => seq);
    const within = (seq: number): number => Math.min(Math.max(1, seq), log.length);
    const view = new PastView(new Source(log, 97), log.length);
    const player = new Player(view, { speed: 64, skipsIdle: false });
    const places = fc.sample(fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.nat(5)), { numRuns: 1000, seed: 2 });
    await player.seek(1);
    let moment = 1;
    for (const [place, how] of places) {
      const step = place % 2 === 0 ? 1 : -1;
      // By steps, by playing on from wherever it is, or by a jump.
      if (how === 0) {
        await player.stepEvents(step);
        moment = within(moment + step);
      } else if (how === 1) {
        await player.stepTurn(step);
        const start = step === 1 ? starts.find((one) => one > moment) : starts.findLast((one) => one < moment - 1);
        moment = start === undefined ? (step === 1 ? log.length : 1) : within(start + 1);
      } else if (how === 2 && moment < log.length) {
        await player.play();
        await until(() => view.upcoming().length > 0);
        for (let tick = 0; tick < 20; tick++) player.tick(place);
        player.pause();
        expect(view.current?.seq).toBeGreaterThanOrEqual(moment);
        moment = view.current?.seq ?? 0;
      } else {
        await player.seek(place);
        moment = place;
      }
      expect(view.current).toEqual(log[moment - 1]);
      expect(view.lastSeq).toBe(moment);
      expect(view.transcript.blocks).toEqual(foldOf(log.slice(view.firstSeq - 1, moment)).blocks);
      if (place % 40 !== 0) continue;
      // Somebody reads back to the beginning: as much as fits is there, and never what came later.
      while (await view.loadOlder());
      expect(view.firstSeq).toBe(1);
      expect(view.lastSeq).toBeLessThanOrEqual(moment);
      expect(view.transcript.blocks).toEqual(foldOf(log.slice(0, view.lastSeq)).blocks);
      while (await view.loadNewer());
      expect(view.lastSeq).toBe(moment);
      expect(view.transcript.blocks).toEqual(foldOf(log.slice(view.firstSeq - 1, moment)).blocks);
      expect(view.current).toEqual(log[moment - 1]);
    }
  });

  test("turns are the next and the previous one, as far away as they are", async () => {
    const log = longLog(1500, 3).map((event) =>
      event.type === "turn_start" && event.seq > 100 && event.seq < 1300 ? { ...event, type: "notice" } : event,
    );
    const starts = log.filter(({ type }) => type === "turn_start").map(({ seq }) => seq);
    const view = new PastView(new Source(log), log.length);
    for (const seq of [1, 99, 100, 700, 1299, 1499]) {
      expect(await view.turnAfter(seq)).toBe(starts.find((one) => one > seq) ?? null);
      expect(await view.turnBefore(seq)).toBe(starts.findLast((one) => one < seq) ?? null);
    }
  });

  test("a page is fetched once, what comes later is not shown, and a log that grew goes on", async () => {
    const log = longLog(600, 5);
    const source = new Source(log);
    const view = new PastView(source, 500);
    await view.show(10_000);
    expect([view.lastSeq, view.head]).toEqual([500, 500]);
    const { asked } = source;
    await view.show(480);
    await view.show(499);
    expect(source.asked).toBe(asked);
    view.extendTo(600);
    await view.show(560);
    expect(view.transcript.blocks).toEqual(foldOf(log.slice(view.firstSeq - 1, 560)).blocks);
  });

  test("of several jumps at once the last one counts", async () => {
    const view = new PastView(new Source(longLog(600, 7)), 600);
    await Promise.all([view.show(100), view.show(550), view.show(300)]);
    expect(view.lastSeq).toBe(300);
  });

  test("a log that was replaced meanwhile is an error, and never a mixture", async () => {
    const log = longLog(600, 9);
    const source = new Source(log);
    const view = new PastView(source, log.length);
    await view.show(log.length);
    source.events = async () => ({ events: [], firstSeq: 1, epoch: "another" });
    await expect(view.show(10)).rejects.toThrow("The log was replaced.");
  });

  test("a session without events has nothing to show", async () => {
    const view = new PastView(new Source([]), 0);
    await view.show(1);
    expect([view.current, view.transcript.blocks]).toEqual([null, []]);
  });

  test("of a log whose beginning was removed, what is before it is its first event", async () => {
    const log = longLog(900, 11);
    const source = new Source(log.slice(399));
    source.firstSeq = 400;
    const view = new PastView(source, 900);
    for (const seq of [1, 300, 399]) {
      await view.show(seq);
      expect([view.first, view.current?.seq, view.hasOlder]).toEqual([400, 400, false]);
    }
    await view.show(401);
    expect(view.transcript.blocks).toEqual(foldOf(log.slice(399, 401)).blocks);
  });

  test("where one is led to a turn that is still to come, its prompt is shown", async () => {
    const log = longLog(600, 13).map((event) => (event.seq === 500 ? { ...event, type: "turn_start" } : event));
    const view = new PastView(new Source(log), 600);
    await view.show(100);
    await view.seek(500);
    expect(view.current?.seq).toBe(501);
  });

  test("a page that could not be fetched ahead is an error, once, and is fetched again", async () => {
    const source = new Source(longLog(600, 15));
    const view = new PastView(source, 600);
    await view.show(250);
    const fetched = source.events.bind(source);
    source.events = async () => {
      throw new Error("no connection");
    };
    expect(view.upcoming()).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(() => view.upcoming()).toThrow("no connection");
    source.events = fetched;
    await until(() => view.upcoming().length > 0);
    expect(view.upcoming()[0]?.seq).toBe(251);
  });
});

describe("a log that is not as it was believed to be", () => {
  const playing = async (source: Source, head: number, from: number) => {
    const player = new Player(new PastView(source, head), { speed: 64, skipsIdle: true });
    await player.seek(from);
    await player.play();
    return player;
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  test("what was removed while it played before it is skipped", async () => {
    const source = new Source(longLog(2000, 3));
    const view = new PastView(source, 2000);
    const player = new Player(view, { speed: 64, skipsIdle: true });
    await player.seek(100);
    await player.play();
    (source as { log: readonly Event[] }).log = source.log.slice(700);
    source.firstSeq = 701;
    await until(() => {
      player.tick(10_000);
      return (view.current?.seq ?? 0) > 701;
    });
  });

  test("one that ends before its head is an error, and is not asked for again and again", async () => {
    const source = new Source(longLog(1500, 4));
    const player = await playing(source, 2000, 1490);
    const failing = until(() => {
      player.tick(10_000);
      return false;
    });
    await expect(failing).rejects.toThrow("The log was replaced.");
    expect(source.asked).toBeLessThan(10);
  });

  test("a failure before a pause is not one when it plays on", async () => {
    const source = new Source(longLog(1000, 6));
    const view = new PastView(source, 1000);
    const player = new Player(view, { speed: 64, skipsIdle: true });
    await player.seek(240);
    await player.play();
    const { events } = source;
    source.events = () => Promise.reject(new Error("away"));
    player.tick(1);
    player.pause();
    await turn();
    source.events = events;
    await player.play();
    await until(() => {
      player.tick(10_000);
      return (view.current?.seq ?? 0) > 500;
    });
  });
});
