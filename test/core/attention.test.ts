// What waits for a person, and which events are worth calling one for.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  attentionOf,
  countTasks,
  detailOf,
  type Event,
  type EventBody,
  hookOf,
  initialState,
  reduce,
  understand,
  waitingFor,
} from "../../src/core/index.ts";
import { anyLog, garbageLog } from "../kit/arbitrary-events.ts";
import {
  ada,
  agent,
  answered,
  asked,
  body,
  created,
  delivered,
  ended,
  exited,
  fold,
  foldBodies,
  place,
  queued,
  running,
  stale,
  started,
} from "../kit/events.ts";
import { anyMoves } from "../kit/moves.ts";
import { live } from "../kit/simulated-session.ts";

/** What the last of these events asks of a person. */
function attentionAt(...bodies: EventBody[]) {
  const events = place(bodies);
  const known = understand(events.at(-1)!);
  return known && attentionOf(fold(events), known);
}

const waiting = (...bodies: EventBody[]) => waitingFor("s1", foldBodies(...bodies));
const read = (seq: number): EventBody => body("acknowledged", { seq }, ada);
const endedAfter = (durationMs: number, reason: "completed" | "failed" | "interrupted" = "completed"): EventBody =>
  body("turn_end", { turn: "t1", promptId: "p1", reason, durationMs }, agent);
const next = running.length + 1;

describe("a person is notified", () => {
  test("[R-14] for a question, with its title and the session's name on one line", () => {
    expect(attentionAt(...running, asked("q1"))).toEqual({
      ...{ id: `s1:${next}`, kind: "needs_you", session: "s1", seq: next, name: "work" },
      ...{ text: "work asks: run q1", at: "2026-01-01T00:00:07.000Z" },
    });
  });

  test("[R-14] when a turn that took more than a minute has ended well", () => {
    expect(attentionAt(...running, endedAfter(60_001))).toMatchObject({ kind: "finished", text: "work finished" });
    expect(attentionAt(...running, endedAfter(60_000))).toBeNull();
    expect(attentionAt(...running, ended("t1"))).toBeNull();
  });

  test("[R-14] when a turn failed, however short it was, with the reason", () => {
    const end = body("turn_end", { turn: "t1", promptId: "p1", reason: "failed", error: "out of memory" }, agent);
    expect(attentionAt(...running, end)).toMatchObject({ kind: "failed", text: "work failed: out of memory" });
  });

  test.for(["refused", "limit"] as const)("when a turn ended with %s", (reason) => {
    expect(attentionAt(...running, ended("t1", reason))).toMatchObject({ kind: "failed" });
  });

  test.for<[string, EventBody]>([
    ["could not be started", body("error", { code: "start_failed", message: "not installed" })],
    ["is not logged in", body("error", { code: "not_logged_in", message: "log in first" }, agent)],
    ["died while it rested", exited("r1", "crashed")],
  ])("when an agent %s", ([, event]) => {
    expect(attentionAt(created, queued("p1"), started("r1"), event)).toMatchObject({ kind: "failed", seq: 4 });
  });
});

describe("nobody is notified", () => {
  test("for an interrupted turn, or an agent that was stopped", () => {
    expect(attentionAt(...running, endedAfter(90_000, "interrupted"))).toBeNull();
    expect(attentionAt(...running, ended("t1"), exited("r1", "stopped"))).toBeNull();
  });

  test("for a turn after which the next prompt goes on by itself", () => {
    expect(attentionAt(...running, queued("p2"), endedAfter(90_000))).toBeNull();
    const held = queued("p2", "later", { held: true });
    expect(attentionAt(...running, held, endedAfter(90_000))).toMatchObject({ kind: "finished" });
  });

  test("for an error inside of a turn before the turn has ended: the agent may get over it", () => {
    const error = body("error", { code: "overloaded", message: "try again" }, agent);
    expect(attentionAt(...running, error)).toBeNull();
    expect(attentionAt(...running, error, ended("t1"))).toBeNull();
    expect(attentionAt(...running, error, ended("t1", "interrupted"))).toMatchObject({
      ...{ kind: "failed", seq: next + 1, text: "work failed: try again" },
    });
  });

  test.for<[string, EventBody[]]>([
    ["a person", [answered("q1")]],
    ["a rule", [answered("q1", "yes", { kind: "policy", name: "allow npm" })]],
    ["the end of its run", [stale("q1")]],
  ])("for a question that %s has closed meanwhile", ([, after]) => {
    const events = place([...running, asked("q1"), ...after]);
    const question = understand(events[running.length]!)!;
    expect(attentionOf(fold(events), question)).toBeNull();
  });
});

describe("what waits", () => {
  test("is every open question, and the newest result that nobody has read", () => {
    const kinds = waiting(...running, asked("q1"), asked("q2"), answered("q1")).map(({ kind, text }) => [kind, text]);
    expect(kinds).toEqual([["needs_you", "work asks: run q2"]]);
    const crash = [ended("t1", "failed"), exited("r1", "crashed", "t1")];
    expect(waiting(...running, ...crash).map(({ seq }) => seq)).toEqual([next]);
    const loop = body("error", { code: "crash_loop", message: "it keeps dying" });
    expect(waiting(...running, ...crash, loop)).toMatchObject([
      { kind: "failed", text: "work failed: it keeps dying" },
    ]);
  });

  test("waits no more once it was read, the session was ended, or another turn has ended well", () => {
    const failing = [...running, ended("t1", "failed")];
    expect(waiting(...failing)).toHaveLength(1);
    expect(waiting(...failing, read(next))).toEqual([]);
    expect(waiting(...failing, body("session_end", { reason: "killed" }, ada))).toEqual([]);
    const goingOn = [...failing, queued("p2"), ...delivered("p2", "t2")];
    expect(waiting(...goingOn)).toMatchObject([{ kind: "failed", seq: next }]);
    expect(waiting(...goingOn, ended("t2"))).toMatchObject([{ kind: "finished" }]);
  });

  test("has something longer behind its line", () => {
    const state = foldBodies(...running, asked("q1"));
    expect(waitingFor("s1", state).map((one) => detailOf(state, one))).toEqual(["./q1"]);
  });

  test("is one line that moves no cursor and is not turned around, however long or strange its words", () => {
    const title = `\u001b[2Jrun\n\u202e${"x".repeat(500)}\ud83d\ude00`;
    const question = body("permission", { id: "q1", state: "asked", title, detail: "", options: [option] }, agent);
    const [item] = waiting(...running, question);
    expect(item?.text).toMatch(/^work asks: \[2Jrun x+…$/);
    expect(item?.text).toHaveLength(200);
  });
  const option = { id: "yes", label: "Yes", kind: "allow_once" as const };
});

describe.for<[string, fc.Arbitrary<Event[]>]>([
  ["a log that a daemon could have written", anyMoves().map((moves) => live(moves).events)],
  ["known events in any order", anyLog()],
  ["garbage among known events", garbageLog],
])("in %s", ([, anyEvents]) => {
  // A turn's end that nobody was told of while tasks worked waits from the moment when these end with their process, by the turn's name.
  test("[R-14] whatever waits began to wait at the event that it is named by, if the session was open then and no task worked", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const names = new Map<number, string[]>();
        let state = initialState;
        for (const event of events) {
          state = reduce(state, event);
          const items = waitingFor("s1", state);
          const ids = items.map(({ id }) => id);
          if (state.lifecycle.phase === "open" && countTasks(state.task) === 0) names.set(event.seq, ids);
          for (const { id, seq } of items) expect(names.get(seq) ?? [id]).toContain(id);
          expect(new Set(ids).size).toBe(ids.length);
        }
      }),
    );
  });

  test("[R-14] an event calls for one thing at most, the same however often and however late it is looked at", () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(), (events, cut) => {
        let state = initialState;
        const called = new Map<number, unknown>();
        for (const event of events) {
          state = reduce(state, event);
          const known = understand(event);
          if (known) called.set(event.seq, attentionOf(state, known)?.id ?? null);
        }
        const later = fold(events.slice(0, cut % (events.length + 1)));
        for (const event of events.slice(0, cut % (events.length + 1))) {
          const known = understand(event);
          const now = known && attentionOf(later, known);
          if (now) expect([null, now.id]).toContain(called.get(event.seq));
        }
      }),
    );
  });
});

test.for<[string, EventBody[], string | null]>([
  ["a start", [created], "session_start"],
  ["an end", [created, body("session_end", { reason: "killed" }, ada)], "session_end"],
  ["the end of a turn, whatever it was", [...running, ended("t1", "interrupted")], "turn_end"],
  ["a question", [...running, asked("q1")], "permission"],
  ["an answer", [...running, asked("q1"), answered("q1")], null],
  ["an error", [created, body("error", { code: "start_failed", message: "x" })], "error"],
  ["a crash", [...running, exited("r1", "crashed", "t1")], "error"],
  ["a stop", [...running, exited("r1", "stopped", "t1")], null],
  ["words", [...running, body("agent_message", { messageId: "m", text: "x" }, agent)], null],
])("the hook that %s calls", ([, bodies, expected]) => {
  const events = place(bodies);
  expect(hookOf(fold(events), understand(events.at(-1)!)!)).toBe(expected);
});
