// A session that comes from another log: whatever was under way in it, here nothing is.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  arrivalOf,
  type Event,
  initialState,
  nextRefreshTime,
  nextStep,
  noLimits,
  reduce,
  type SessionState,
  summaryOf,
  waitingFor,
} from "../../src/core/index.ts";
import { anyLog, garbageLog } from "../kit/arbitrary-events.ts";
import { body, bound, created, foldBodies } from "../kit/events.ts";
import { anyMoves } from "../kit/moves.ts";
import { live } from "../kit/simulated-session.ts";

const at = "2030-01-01T00:00:00.000Z";

function arrived(state: SessionState, name = state.lifecycle.name): { state: SessionState; events: Event[] } {
  const workspace = { id: "w9", path: "/here" };
  const events = arrivalOf(state, { at, from: "s1", name, workspace, unresumable: null }).events.map(
    ({ type, by, data }, index): Event => ({ session: "s1", seq: state.head + 1 + index, at, type, by, data }),
  );
  return { state: events.reduce(reduce, state), events };
}

describe.for<[string, fc.Arbitrary<Event[]>]>([
  ["a log that a daemon could have written", anyMoves().map((moves) => live(moves).events)],
  ["known events in any order", anyLog()],
  ["garbage among known events", garbageLog],
])("%s", ([, anyEvents]) => {
  test("is at rest after it arrived, wherever it was cut: nothing runs, waits or is due, and nobody is called", () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(), (events, cut) => {
        const before = events.slice(0, cut % (events.length + 1)).reduce(reduce, initialState);
        const { state } = arrived(before);
        expect([state.binding.run, state.turn.open, state.prompt.queue, state.lifecycle.trashed]).toEqual([
          null,
          null,
          [],
          null,
        ]);
        expect([nextStep(state, at), nextRefreshTime(state, at, noLimits)]).toEqual([null, null]);
        expect(state.lifecycle.phase).toBe(before.lifecycle.phase === "open" ? "ended" : before.lifecycle.phase);
        expect(waitingFor("s1", state)).toEqual([]);
        expect(state.binding.nativeId).toBe(before.binding.nativeId);
      }),
    );
  });
});

test("a name that is taken here is changed by an event, and another is not touched", () => {
  const start = { agent: "demo", workspace: { id: "w1", path: "/w" }, name: "api", resumed: false };
  const event: Event = { session: "s1", seq: 1, at, type: "session_start", by: { kind: "client" }, data: start };
  const before = reduce(initialState, event);
  expect(arrived(before).events.map(({ type }) => type)).toEqual(["imported", "notice", "session_end", "acknowledged"]);
  const { state, events } = arrived(before, "api-2");
  expect(events.map(({ type }) => type)).toEqual(["imported", "renamed", "notice", "session_end", "acknowledged"]);
  expect(summaryOf("s1", state)).toMatchObject({ name: "api-2", status: "stopped" });
});

test("what another log names as the agent's program and its own file does not count here", () => {
  const start = body("agent_start", {
    ...{ run: "r1", agent: "demo", resume: null },
    ...{ program: "/there/agent", nativeFiles: "/there/{id}.jsonl" },
  });
  const before = foldBodies(created, start, bound("r1"));
  expect(before.binding).toMatchObject({ program: "/there/agent", nativeFile: "/there/native-r1.jsonl" });
  expect(arrived(before).state.binding).toMatchObject({
    ...{ nativeId: "native-r1", nativeIdAt: null },
    ...{ program: null, nativeFiles: null, nativeFile: null },
  });
});
