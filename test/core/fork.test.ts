import fc from "fast-check";
import { expect, test } from "vitest";
import { initialState, nextStep, reduce, spentIn, statusOf } from "../../src/core/index.ts";
import { anyLog } from "../kit/arbitrary-events.ts";
import { body, fold, place } from "../kit/events.ts";

const workspace = { id: "w1", path: "/work" };
const spent = { inputTokens: 7, outputTokens: 3, costUsd: 1 };
const native = { nativeId: "n1", mark: "m", nextMark: null, isWhole: true, spent };
const beginning = (seq: number) =>
  body("session_start", {
    ...{ agent: "demo", workspace, name: "fork", resumed: false },
    fork: { session: "s0", seq, turn: "t1", native },
  });

test("a fork of any session stands still, asks nothing, owes nothing, and knows where its conversation begins", () => {
  fc.assert(
    fc.property(anyLog(), (events) => {
      const before = fold(events);
      const state = fold(place([beginning(before.head)], before.head), before);
      expect(state.lifecycle).toMatchObject({ phase: "open", name: "fork", fork: { session: "s0", seq: before.head } });
      expect(state.turn).toMatchObject({ open: null, count: before.turn.count });
      expect(state.prompt.queue).toEqual([]);
      expect(state.permission.open).toEqual([]);
      expect(state.toolCall.open).toEqual([]);
      expect(state.binding).toMatchObject({ run: null, nativeId: null, fork: native });
      expect(state.usage).toEqual(initialState.usage);
      expect(spentIn(state)).toEqual(spent);
      expect(nextStep(state)).toBeNull();
      expect(statusOf(state).word).toBe("idle");
    }),
  );
});

test("reading the beginning of a fork twice changes nothing", () => {
  const [event] = place([beginning(0)], 0);
  const once = reduce(initialState, event!);
  expect(reduce(once, event!)).toBe(once);
});
