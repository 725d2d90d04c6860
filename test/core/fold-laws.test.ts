// The laws of the fold, over logs that a daemon could have written and over logs that nobody should have.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Event,
  emptyTranscript,
  extendTranscript,
  initialState,
  reduce,
  understand,
} from "../../src/core/index.ts";
import { anyLog, garbageLog } from "../kit/arbitrary-events.ts";
import { afterJson, fold } from "../kit/events.ts";
import { anyMoves } from "../kit/moves.ts";
import { live } from "../kit/simulated-session.ts";

const lived = anyMoves().map((moves) => live(moves).events);

describe.for<[string, fc.Arbitrary<Event[]>]>([
  ["a log that a daemon could have written", lived],
  ["known events in any order", anyLog()],
  ["garbage among known events", garbageLog],
])("the fold of %s", ([, anyEvents]) => {
  test("is deterministic and leaves events and states alone", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const before = JSON.stringify(events);
        const first = fold(events);
        expect(fold(afterJson(events))).toStrictEqual(first);
        expect(JSON.stringify(events)).toBe(before);
      }),
    );
  });

  test("is the same from a snapshot and the tail after it, at every cut", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const whole = fold(events);
        for (let cut = 0; cut <= events.length; cut++) {
          const snapshot = afterJson(fold(events.slice(0, cut)));
          expect(fold(events.slice(cut), snapshot)).toStrictEqual(whole);
        }
      }),
    );
  });

  test("does not mind events that it has taken already", () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(), fc.nat(), (events, a, b) => {
        const to = a % (events.length + 1);
        const from = b % (to + 1);
        const overlapping = [...events.slice(0, to), ...events.slice(from)];
        expect(fold(overlapping)).toStrictEqual(fold(events));
      }),
    );
  });

  test("survives JSON exactly, at every prefix", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        let state = initialState;
        for (const event of events) {
          state = reduce(state, event);
          expect(state.head).toBe(event.seq);
          expect(afterJson(state)).toStrictEqual(state);
        }
      }),
    );
  });

  test("changes nothing but the head at an event that is not understood", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        let state = initialState;
        for (const event of events) {
          const next = reduce(state, event);
          if (understand(event) === null) expect(next).toStrictEqual({ ...state, head: event.seq });
          state = next;
        }
      }),
    );
  });
});

test("an event without a sender is not understood, and shown as raw", () => {
  const event = { session: "s1", seq: 1, at: "2026-01-01T00:00:00.000Z", type: "selected", data: {} } as Event;
  expect(understand(event)).toBeNull();
  expect(reduce(initialState, event)).toStrictEqual({ ...initialState, head: 1 });
  expect(extendTranscript(emptyTranscript, [event]).blocks).toEqual([
    { kind: "notice", seq: 1, at: event.at, code: "unknown_event", text: "event of type selected" },
  ]);
});

test.for(["__proto__", "constructor", "toString", "hasOwnProperty", "a_newer_type"])(
  "the type %s is unknown",
  (type) => {
    const event: Event = { session: "s1", seq: 1, at: "", type, by: { kind: "daemon" }, data: {} };
    expect(reduce(initialState, event)).toStrictEqual({ ...initialState, head: 1 });
  },
);
