import { expect, test } from "vitest";
import { nextRefreshTime, nextStep, noLimits, restsSince } from "../../src/core/index.ts";
import { atSecond, body, bound, ended, foldBodies, queued, running } from "../kit/events.ts";

const limits = { ...noLimits, parkMinutes: 10 };
const TEN_MINUTES_S = 600;
const resting = [...running, ended("t1")] as const;
const restedAt = resting.length;

test("a process that has rested for long enough is parked, and that moment is known beforehand", () => {
  const state = foldBodies(...resting);
  expect(restsSince(state)).toBe(atSecond(restedAt));
  const due = atSecond(restedAt + TEN_MINUTES_S);
  expect(nextRefreshTime(state, atSecond(restedAt + 1), limits)).toBe(due);
  expect(nextStep(state, atSecond(restedAt + TEN_MINUTES_S - 1), limits)).toBeNull();
  expect(nextStep(state, due, limits)).toEqual({ type: "park", run: "r1" });
  expect(nextStep(state, due, noLimits)).toBeNull();
});

test("work goes before rest: a prompt that came in time is delivered", () => {
  const state = foldBodies(...resting, queued("p2"));
  expect(nextStep(state, atSecond(restedAt + 2 * TEN_MINUTES_S), limits)).toMatchObject({ type: "deliver" });
});

test("while a turn runs, or the process starts or ends, nothing rests", () => {
  expect(restsSince(foldBodies(...running))).toBeNull();
  expect(restsSince(foldBodies(...running.slice(0, 3)))).toBeNull();
  const parked = foldBodies(...resting, body("agent_parked", { run: "r1", text: "rested" }));
  expect(restsSince(parked)).toBeNull();
  expect(nextStep(parked, atSecond(restedAt + 2 * TEN_MINUTES_S), limits)).toEqual({ type: "stop_run", run: "r1" });
  expect(foldBodies(...resting, bound("r7"))).toMatchObject({ binding: { run: { run: "r1" } } });
});
