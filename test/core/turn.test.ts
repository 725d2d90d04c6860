// At most one turn is open, and each ends at most once.
import fc from "fast-check";
import { expect, test } from "vitest";
import { closeTurn, type Event, reduce, type SessionState } from "../../src/core/index.ts";
import { anyLogAbout } from "../kit/arbitrary-events.ts";
import {
  ada,
  agent,
  asked,
  atSecond,
  body,
  bound,
  created,
  daemon,
  ended,
  exited,
  fold,
  foldBodies,
  place,
  queued,
  running,
  started,
} from "../kit/events.ts";
import { anyMoves } from "../kit/moves.ts";
import { live } from "../kit/simulated-session.ts";

type OpenTurn = NonNullable<SessionState["turn"]["open"]>;

interface OfTurn {
  turn?: string;
  state?: "requested" | "sent";
  steered?: boolean;
  promptId?: string;
}

/** All that may become of an open turn at an event that does not end it. */
function wantedOf(open: OpenTurn, { type, data }: Event): OpenTurn {
  const { turn, state, steered, promptId } = data as OfTurn;
  if (turn !== open.turn) return open;
  if (type === "interrupt" && state) return { ...open, interrupt: state };
  if (type === "user_prompt" && steered)
    return { ...open, steered: [...(open.steered ?? []), expect.anything()].slice(-20) };
  if (type === "steer_taken" && open.steered)
    return { ...open, steered: open.steered.filter((words) => words.promptId !== promptId) };
  return open;
}

test("an open turn stays the same until its own end, but for its own interrupts and the words steered into it; a fork takes none over", () => {
  fc.assert(
    fc.property(anyLogAbout(["turn_start", "turn_end", "interrupt", "user_prompt", "steer_taken"]), (events) => {
      events.reduce((state, event) => {
        const next = reduce(state, event);
        const { open } = state.turn;
        const ends = event.type === "turn_end" && (event.data as OfTurn).turn === open?.turn;
        const isFork = event.type === "session_start" && "fork" in (event.data as object);
        if (open && !ends && !isFork) expect(next.turn.open).toEqual(wantedOf(open, event));
        if (ends || isFork) expect(next.turn.open).toBeNull();
        return next;
      }, fold([]));
    }),
  );
});

test("of the words steered into a turn the newest twenty are remembered, by their first lines, and none in the next turn", () => {
  const words = Array.from({ length: 25 }, (_, n) =>
    body(
      "user_prompt",
      { promptId: `s${n}`, text: `word ${n}${n % 2 ? "\nmore" : ""}`, turn: "t1", steered: true },
      ada,
    ),
  );
  const state = foldBodies(...running, ...words);
  expect(state.turn.open?.steered).toEqual(
    Array.from({ length: 20 }, (_, n) => ({
      promptId: `s${n + 5}`,
      title: `word ${n + 5}`,
      isWhole: (n + 5) % 2 === 0,
    })),
  );
  const later = foldBodies(...running, ...words, ended("t1"), body("turn_start", { turn: "t2", promptId: null }));
  expect(later.turn.open).not.toHaveProperty("steered");
});

test.for([
  ["the end of a turn that is not open", ended("t7", "failed")],
  ["a second start", body("turn_start", { turn: "t7", promptId: null })],
  ["an interrupt of another turn", body("interrupt", { turn: "t7", state: "requested" })],
  ["the end of another run", exited("r7", "crashed")],
  ["the name of another run", bound("r7")],
] as const)("changes nothing: %s", ([, stray]) => {
  const before = foldBodies(
    ...running,
    queued("p2"),
    body("error", { code: "odd", message: "something" }, agent),
    body("tool_call", { toolCallId: "c1", title: "ls", kind: "execute", status: "running" }, agent),
  );
  const [event] = place([stray], before.head);
  expect(reduce(before, event!)).toStrictEqual({ ...before, head: before.head + 1 });
});

test("a second end of a turn changes nothing", () => {
  const before = foldBodies(...running, ended("t1"));
  const [event] = place([ended("t1", "failed")], before.head);
  expect(reduce(before, event!)).toStrictEqual({ ...before, head: before.head + 1 });
});

test("in a log of ours starts and ends alternate, and each turn has one end", () => {
  fc.assert(
    fc.property(anyMoves(), (moves) => {
      const { events, state } = live(moves);
      const marks = events.filter(({ type }) => type === "turn_start" || type === "turn_end");
      const names = marks.map(({ type, data }) => `${type} ${(data as { turn: string }).turn}`);
      const count = Math.ceil(names.length / 2);
      const wanted = Array.from({ length: count }, (_, n) => [`turn_start t${n + 1}`, `turn_end t${n + 1}`]).flat();
      expect(names).toEqual(wanted.slice(0, names.length));
      expect(state.turn.count).toBe(count);
      expect(state.turn.open === null).toBe(names.length % 2 === 0);
    }),
  );
});

test("closing a turn closes what the agent left open in it", () => {
  const state = foldBodies(
    ...running,
    body("tool_call", { toolCallId: "c1", title: "ls", kind: "execute", status: "running" }, agent),
    asked("q1"),
  );
  const end = closeTurn(state, { reason: "interrupted", at: atSecond(10), by: daemon });
  expect(end).toEqual([
    body("tool_call_update", { toolCallId: "c1", status: "cancelled" }),
    body("permission", { id: "q1", state: "stale", reason: "turn interrupted" }),
    body("turn_end", { turn: "t1", promptId: "p1", reason: "interrupted", durationMs: 5000 }),
  ]);
  const after = fold(place(end, state.head), state);
  expect({ turn: after.turn.open, tools: after.toolCall.open, questions: after.permission.open }).toEqual({
    turn: null,
    tools: [],
    questions: [],
  });
});

test.for([
  ["completed", "completed"],
  ["interrupted", "cancelled"],
  ["failed", "failed"],
  ["refused", "failed"],
  ["limit", "failed"],
] as const)("a tool call that was open when the turn %s is %s", ([reason, status]) => {
  const call = body("tool_call", { toolCallId: "c1", title: "ls", kind: "execute", status: "running" }, agent);
  const [first] = closeTurn(foldBodies(...running, call), { reason, at: atSecond(9), by: agent });
  expect(first).toEqual(body("tool_call_update", { toolCallId: "c1", status }, agent));
});

test("closing a turn tells the error", () => {
  const [end] = closeTurn(foldBodies(...running), { reason: "failed", error: "it died", at: atSecond(6), by: daemon });
  expect(end).toEqual(
    body("turn_end", { turn: "t1", promptId: "p1", reason: "failed", error: "it died", durationMs: 1000 }),
  );
});

test("there is nothing to close when no turn is open", () => {
  expect(closeTurn(foldBodies(created), { reason: "failed", at: atSecond(9), by: daemon })).toEqual([]);
});

test.for(["", "yesterday"])("a turn ends also when the time is no time: %j", (at) => {
  const state = foldBodies(...running);
  const [end] = closeTurn(state, { reason: "completed", at, by: agent });
  expect(end).toEqual(body("turn_end", { turn: "t1", promptId: "p1", reason: "completed" }, agent));
});

test("a clock that went back gives no negative duration", () => {
  const [end] = closeTurn(foldBodies(...running), { reason: "completed", at: atSecond(-60), by: agent });
  expect(end?.data).toMatchObject({ durationMs: 0 });
});

test("a turn that the agent began by itself ends like any other", () => {
  const state = foldBodies(
    created,
    started("r1"),
    bound("r1"),
    body("turn_start", { turn: "t1", promptId: null }, agent),
    body("turn_end", { turn: "t1", promptId: null, reason: "completed" }, agent),
  );
  expect(state.turn).toEqual({
    count: 1,
    open: null,
    last: { turn: "t1", promptId: null, reason: "completed", seq: 5 },
  });
});
