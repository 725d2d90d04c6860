// An agent that dies three times in five minutes is not started again by itself.
import { describe, expect, test } from "vitest";
import { type EventBody, isCrashLoop, nextStep, type SessionState } from "../../src/core/index.ts";
import {
  atSecond,
  body,
  bound,
  created,
  delivered,
  ended,
  exited,
  fold,
  foldBodies,
  place,
  queued,
  started,
} from "../kit/events.ts";
import type { Move } from "../kit/moves.ts";
import { live } from "../kit/simulated-session.ts";

/** Starts at these seconds, each of which died. */
function diedAt(...seconds: number[]): SessionState {
  const events = place([
    created,
    queued("p1"),
    ...seconds.flatMap((_, n) => [started(`r${n}`), exited(`r${n}`, "crashed")]),
  ]);
  return fold(
    events.map((event) => {
      const second = seconds[Math.floor((event.seq - 3) / 2)];
      return second === undefined ? event : { ...event, at: atSecond(second) };
    }),
  );
}

describe("three starts in five minutes", () => {
  test.for<[number[], number, boolean]>([
    [[0, 10], 20, false],
    [[0, 10, 20], 30, true],
    [[0, 150, 299], 299, true],
    [[0, 150, 299], 300, false],
    [[0, 400, 500, 600], 601, true],
    [[0, 400, 500, 600], 701, false],
    [[1000, 1010, 1020], 1019, true],
    [[1000, 1010, 1020], 0, false],
  ])("started at %j, looked at second %i: %s", ([seconds, now, expected]) => {
    expect(isCrashLoop(diedAt(...seconds).binding, atSecond(now))).toBe(expected);
  });

  test("a time that is no time counts for nothing", () => {
    expect(isCrashLoop(diedAt(0, 10, 20).binding, "yesterday")).toBe(false);
  });
});

const turn: EventBody[] = [started("r9"), bound("r9"), ...delivered("p1", "t1")];

test("a turn that ends well makes the count start anew", () => {
  const state = diedAt(0, 1);
  const after = fold(place([...turn, ended("t1"), exited("r9", "crashed")], state.head), state);
  expect(after.binding.startsAt).toEqual([]);
});

test.for(["failed", "interrupted", "refused", "limit"] as const)("a turn that ends as %s does not", (reason) => {
  const state = diedAt(0, 1);
  const after = fold(place([...turn, ended("t1", reason)], state.head), state);
  expect(after.binding.startsAt).toHaveLength(3);
});

test.for(["crash_loop", "start_failed"])("%s halts the queue until a person sends a prompt", (code) => {
  const state = foldBodies(
    created,
    queued("p1"),
    started("r1"),
    exited("r1", "crashed"),
    body("error", { code, message: "no" }),
  );
  expect(state.binding).toMatchObject({ halted: true, startsAt: [atSecond(3)] });
  expect(nextStep(state)).toBeNull();
  const after = fold(place([queued("p2")], state.head), state);
  expect(after.binding).toMatchObject({ halted: false, startsAt: [] });
  expect(nextStep(after)).toMatchObject({ type: "start_run", prompt: { promptId: "p1" } });
});

test("another error halts nothing", () => {
  const state = foldBodies(created, queued("p1"), body("error", { code: "odd", message: "no" }));
  expect(nextStep(state)).toMatchObject({ type: "start_run" });
});

describe("repeated crashes", () => {
  const start: Move[] = [{ do: "prompt", text: "go" }];
  const crash: Move = { do: "exit", how: "crashed" };
  const startsIn = (moves: Move[]) => live(moves).events.filter(({ type }) => type === "agent_start").length;

  const moment: Move = { do: "wait", seconds: 2 };

  test("makes the last try after a moment", () => {
    expect(startsIn([...start, crash, crash])).toBe(2);
    expect(startsIn([...start, crash, crash, moment])).toBe(3);
  });

  test("ends after three starts", () => {
    expect(startsIn([...start, crash, crash, moment, crash, crash, crash])).toBe(3);
  });

  test("tries three more with each prompt of a person", () => {
    const crashes = [crash, crash, moment, crash];
    expect(startsIn([...start, ...crashes, ...start, ...crashes, crash])).toBe(6);
  });

  test("goes on when the crashes are far apart", () => {
    const later: Move = { do: "wait", seconds: 200 };
    expect(startsIn([...start, crash, later, crash, later, crash, later, crash])).toBe(5);
  });

  test("is no loop while prompts are delivered and end well between", () => {
    const turn: Move[] = [{ do: "prompt", text: "go" }, { do: "bind" }, { do: "rest", reason: "completed" }, crash];
    expect(startsIn([...turn, ...turn, ...turn, ...turn, ...turn])).toBe(5);
  });
});
