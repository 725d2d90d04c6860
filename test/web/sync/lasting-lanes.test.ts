// A tab whose shared worker ends: how that is noticed, and how its lanes go on.
import { describe, expect, test } from "vitest";
import { startHeartbeat } from "../../../src/web/sync/lanes/heartbeat.ts";
import type { Lanes } from "../../../src/web/sync/lanes/lane-transport.ts";
import { lastingLanes, type WorkerEnd } from "../../../src/web/sync/lanes/lasting-lanes.ts";

/** A heart whose beats the test gives. */
function heart() {
  let due: (() => void) | null = null;
  let asked = 0;
  const silent: boolean[] = [];
  const heartbeat = startHeartbeat({
    ask: () => {
      asked++;
    },
    later: (_, action) => {
      due = action;
      return () => {
        due = null;
      };
    },
    onSilent: (wasHeard) => silent.push(wasHeard),
  });
  const beat = (): void => {
    const action = due;
    due = null;
    action?.();
  };
  return { ...heartbeat, beat, asked: () => asked, silent, isOver: () => due === null };
}

describe("the end of a worker", () => {
  test("is noticed when two questions in a row got no answer", () => {
    const one = heart();
    for (let beat = 0; beat < 10; beat++) {
      one.beat();
      one.heard();
    }
    one.beat();
    one.beat();
    expect(one.silent).toEqual([]);
    one.beat();
    expect(one.silent).toEqual([true]);
    expect(one.asked()).toBe(12);
    expect(one.isOver()).toBe(true);
  });

  test("is told from a worker that has never answered", () => {
    const one = heart();
    for (let beat = 0; beat < 3; beat++) one.beat();
    expect(one.silent).toEqual([false]);
  });

  test("is not looked for any more after the tab has left it", () => {
    const one = heart();
    one.stop();
    expect(one.isOver()).toBe(true);
  });
});

/** Ways that say which one is used. */
function ways({ hasWorkers = true } = {}) {
  const used: string[] = [];
  const ends: ((end: WorkerEnd) => void)[] = [];
  let replaced = 0;
  const lanes = (name: string): Lanes => ({
    open: async (path) => {
      used.push(`${name} ${path}`);
      return { kind: "open", close: () => {} };
    },
    wake: () => used.push(`${name} woke`),
  });
  const lasting = lastingLanes({
    shared: (onEnd) => (hasWorkers ? lanes(`worker ${ends.push(onEnd)}`) : null),
    own: () => lanes("own"),
    onReplaced: () => {
      replaced++;
    },
  });
  const open = (path: string) => lasting.open(path, { bytes: () => {}, end: () => {} });
  return {
    open,
    wake: () => lasting.wake(),
    used,
    end: (end: WorkerEnd) => ends.at(-1)?.(end),
    replaced: () => replaced,
  };
}

describe("lanes", () => {
  test("go on through another worker when one has ended", async () => {
    const { open, wake, used, end, replaced } = ways();
    await open("/a");
    end("silent");
    await open("/b");
    wake();
    expect(used).toEqual(["worker 1 /a", "worker 2 /b", "worker 2 woke"]);
    expect(replaced()).toBe(1);
  });

  test("go on alone when a worker has never answered, when workers end again and again, and where there are none", async () => {
    const one = ways();
    one.end("silent");
    one.end("unreachable");
    await one.open("/a");
    const other = ways();
    for (let ended = 0; ended < 4; ended++) other.end("silent");
    await other.open("/b");
    const without = ways({ hasWorkers: false });
    await without.open("/c");
    expect([one.used, other.used, without.used]).toEqual([["own /a"], ["own /b"], ["own /c"]]);
  });
});
