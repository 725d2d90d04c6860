// How people arrange sessions in their list: pinned, snoozed, marked unread, in an order of their own.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CommandOf,
  nextRefreshTime,
  nextStep,
  noLimits,
  positionBetween,
  positionOf,
  type SessionState,
  summaryOf,
} from "../../src/core/index.ts";
import { decide } from "../kit/decide.ts";
import {
  ada,
  agent,
  answered,
  asked,
  atSecond,
  body,
  created,
  daemon,
  ended,
  fold,
  foldBodies,
  place,
  queued,
  running,
} from "../kit/events.ts";

const arrange = (state: SessionState, wishes: Omit<CommandOf<"arrange">, "type">) => {
  const decision = decide(state, { type: "arrange", ...wishes }, ada);
  if ("rejection" in decision) throw new Error(decision.rejection.detail);
  return { ...decision, state: fold(place(decision.events, state.head), state) };
};
const rowOf = (state: SessionState) => summaryOf("s1", state);
const later = atSecond(1000);
const finished = foldBodies(...running, ended("t1"));

test("only what changes is in the event, and what is so already leaves none", () => {
  const first = arrange(finished, { pinned: true, unread: true, position: "a5" });
  expect(first.events).toEqual([body("arranged", { pinned: true, position: "a5" }, ada)]);
  expect(rowOf(first.state)).toMatchObject({ pinned: true, unread: true, position: "a5" });
  expect(arrange(first.state, { pinned: true, unread: true, snooze: null, position: "a5" }).events).toEqual([]);
  expect(arrange(first.state, { pinned: false, position: null }).events).toEqual([
    body("arranged", { pinned: false, position: null }, ada),
  ]);
});

test("it is no activity, and a list shows nothing of it where nothing is arranged", () => {
  const { state } = arrange(finished, { pinned: true });
  expect(state.lifecycle).toEqual(finished.lifecycle);
  const row = rowOf(foldBodies(created));
  for (const field of ["pinned", "snooze", "unread", "position"]) expect(row).not.toHaveProperty(field);
});

describe("unread", () => {
  const seen = (seq: number, state: SessionState) =>
    fold(place([body("acknowledged", { seq }, ada)], state.head), state);

  test.for<[string, SessionState, boolean]>([
    ["a turn has ended", finished, true],
    ["a turn has failed", foldBodies(...running, ended("t1", "failed")), true],
    ["a person stopped the turn", foldBodies(...running, ended("t1", "interrupted")), false],
    ["a turn runs", foldBodies(...running), false],
    ["somebody has seen the end", seen(7, finished), false],
    ["somebody has seen a part", seen(6, finished), true],
    ["an error happened", foldBodies(created, body("error", { code: "x", message: "it broke" })), true],
  ])("%s", ([, state, isUnread]) => {
    expect(rowOf(state).unread ?? false).toBe(isUnread);
  });

  test("a mark lasts until somebody looks at what was there when it was set", () => {
    const read = seen(7, finished);
    const { state, events } = arrange(read, { unread: true });
    expect(events).toEqual([body("arranged", { unread: true }, ada)]);
    expect(rowOf(seen(8, state)).unread).toBe(true);
    expect(rowOf(seen(state.head, state)).unread).toBeUndefined();
    expect(decide(state, { type: "acknowledge", seq: state.head }, ada)).toMatchObject({ events: [{}] });
    expect(rowOf(arrange(state, { unread: false }).state).unread).toBeUndefined();
  });
});

describe("a snooze", () => {
  const until = atSecond(500);
  const before = atSecond(499);
  const snoozed = (state: SessionState, at: string | null = until) => arrange(state, { snooze: { until: at } }).state;
  const afterwards = (state: SessionState, ...bodies: Parameters<typeof foldBodies>) =>
    fold(place(bodies, state.head), state);
  const isBack = (state: SessionState, now = before) => nextStep(state, now)?.type === "awake";

  test("lasts until its time, and the session is looked after until then", () => {
    const state = snoozed(finished);
    expect(rowOf(state).snooze).toEqual({ until });
    expect(nextRefreshTime(state, before, noLimits)).toBe(until);
    expect(nextStep(state, before)).toBeNull();
    expect(nextStep(state, until)).toEqual({ type: "awake", because: "time" });
    expect(nextStep(state, later)).toEqual({ type: "awake", because: "time" });
  });

  const working = foldBodies(...running);
  test.for<[string, Parameters<typeof foldBodies>, boolean]>([
    ["a question", [asked("q1")], true],
    ["a failed turn", [ended("t1", "failed")], true],
    ["a turn that stopped at a limit", [ended("t1", "limit")], true],
    ["a used-up quota", [ended("t1"), body("quota_reached", { until: null, text: "used up" }, agent)], true],
    ["a finished turn", [ended("t1")], false],
    ["a question that a rule has answered", [asked("q1"), answered("q1", "yes", { kind: "policy" })], false],
  ])("before its time %s ends it: %o", ([, bodies, ends]) => {
    const state = afterwards(snoozed(working), ...bodies);
    expect(isBack(state)).toBe(ends);
    expect(rowOf(state).snooze === undefined).toBe(ends);
  });

  test("without a time ends with any result", () => {
    expect(isBack(afterwards(snoozed(working, null), ended("t1")))).toBe(true);
    expect(isBack(snoozed(finished, null), later)).toBe(false);
  });

  test("does not end with what was open when it was set, only with the next", () => {
    const state = snoozed(foldBodies(...running, asked("q1")));
    expect(isBack(state)).toBe(false);
    expect(isBack(afterwards(state, asked("q2")))).toBe(true);
  });

  test("ends with a person's prompt, but not with one for later, nor with an agent's", () => {
    const state = snoozed(finished);
    expect(rowOf(afterwards(state, queued("p2"))).snooze).toBeUndefined();
    for (const bodies of [
      queued("p2", "do it", { notBefore: later }),
      queued("p2", "do it", { held: true }),
      { ...queued("p2"), by: agent },
    ])
      expect(rowOf(afterwards(state, bodies)).snooze).toEqual({ until });
  });

  test.for([body("archived", {}, ada), body("trashed", { batch: "b", until: later }, ada)])(
    "ends when the session is put away: %o",
    (away) => {
      expect(afterwards(snoozed(finished), away).arrangement.snooze).toBeNull();
    },
  );

  test("can be set again, with another time, and ended", () => {
    const state = snoozed(finished);
    expect(arrange(state, { snooze: { until } }).events).toEqual([]);
    expect(arrange(state, { snooze: { until: later } }).events).toHaveLength(1);
    expect(rowOf(arrange(state, { snooze: null }).state).snooze).toBeUndefined();
  });
});

test("a fork and an import begin without what somebody had arranged", () => {
  const { state } = arrange(finished, { pinned: true, position: "a5", snooze: { until: later } });
  const fork = { session: "s1", seq: state.head, turn: "t1", native: null };
  const start = { agent: "demo", workspace: { id: "w1", path: "/work" }, name: null, resumed: false, fork };
  const imported = body("imported", { from: "s9", workspace: { id: "w1", path: "/work" } }, daemon);
  for (const event of [body("session_start", start, ada), imported])
    expect(fold(place([event], state.head), state).arrangement).toEqual(foldBodies(created).arrangement);
});

describe("positions", () => {
  const position = fc.stringMatching(/^[0-9a-z]{0,6}[1-9a-z]$/);

  test("there is room between any two, and at both ends", () => {
    fc.assert(
      fc.property(fc.uniqueArray(position, { minLength: 2, maxLength: 2 }), (two) => {
        const [a, b] = two.toSorted() as [string, string];
        const [middle, first, last] = [positionBetween(a, b), positionBetween(null, a), positionBetween(b, null)];
        expect([first < a, a < middle, middle < b, b < last]).toEqual([true, true, true, true]);
        for (const made of [middle, first, last]) expect(made).toMatch(/^[0-9a-z]*[1-9a-z]$/);
      }),
    );
  });

  test("also after hundreds of moves to the same place, and they stay short", () => {
    let [low, high] = [positionBetween(null, null), positionBetween(positionBetween(null, null), null)];
    for (let move = 0; move < 500; move++) {
      const between = positionBetween(low, high);
      expect([low < between, between < high]).toEqual([true, true]);
      if (move % 2) low = between;
      else high = between;
    }
    expect(low.length).toBeLessThan(300);
  });

  test("who was never moved is placed by age, the newest first, also between moved ones", () => {
    const made = (id: string, createdAt: string) => ({ id, createdAt });
    const [old, young] = [made("a0000000", atSecond(1)), made("b0000000", atSecond(2))];
    expect(positionOf(young) < positionOf(old)).toBe(true);
    const between = positionBetween(positionOf(young), positionOf(old));
    expect([young, { ...old, position: between }, old].map(positionOf)).toEqual(
      [positionOf(young), between, positionOf(old)].toSorted(),
    );
  });
});
