// Level-triggered: what comes next is computed from the state alone, ends by itself, and a restart simply continues.
import fc from "fast-check";
import { expect, test } from "vitest";
import { closeOrphans, initialState, nextStep, reduce, statusOf } from "../../src/core/index.ts";
import { afterJson, daemon, fold, place } from "../kit/events.ts";
import { anyMoves } from "../kit/moves.ts";
import { live, SimulatedSession } from "../kit/simulated-session.ts";

test("after any moves the steps come to an end: nothing to do, or the process is ending", () => {
  fc.assert(
    fc.property(anyMoves(), (moves) => {
      // The simulation does steps until there are none, and fails when they change nothing or never end.
      const { state } = live(moves);
      const step = nextStep(state);
      if (step) expect(step).toEqual({ type: "stop_run", run: state.binding.run?.run });
    }),
    { numRuns: 500 },
  );
});

test("a daemon that starts again at any commit does what the old one would have done", () => {
  fc.assert(
    fc.property(anyMoves(), (moves) => {
      const { events, states } = live(moves);
      for (const state of states) {
        const restarted = fold(events.slice(0, state.head));
        expect(nextStep(restarted)).toEqual(nextStep(state));
        expect(nextStep(afterJson(state))).toEqual(nextStep(state));
      }
    }),
  );
});

test("no turn and no question outlives the process that it belongs to", () => {
  fc.assert(
    fc.property(anyMoves(), (moves) => {
      for (const { binding, turn, permission } of live(moves).states) {
        if (!binding.run) expect({ turn: turn.open, asked: permission.open }).toEqual({ turn: null, asked: [] });
      }
    }),
  );
});

test("whatever events a recovery has lost, a turn or a question without a process is closed once", () => {
  fc.assert(
    fc.property(anyMoves(), fc.func(fc.boolean()), (moves, isLost) => {
      const found = live(moves).events.filter((event) => event.type === "session_start" || !isLost(event.seq));
      const state = found.reduce(reduce, initialState);
      if (nextStep(state)?.type !== "close_orphans") return;
      const bodies = closeOrphans(state, { at: "2026-01-01T00:00:00.000Z", by: daemon, session: "s" });
      const closed = place(bodies, state.head).reduce(reduce, state);
      expect({ turn: closed.turn.open, asked: closed.permission.open }).toEqual({ turn: null, asked: [] });
      expect(nextStep(closed)?.type).not.toBe("close_orphans");
    }),
    { numRuns: 300 },
  );
});

test("once everybody does what they should, every prompt is delivered, unless it is held or halted", () => {
  fc.assert(
    fc.property(anyMoves(), (moves) => {
      const session = live(moves);
      session.settle();
      const { state } = session;
      expect({ turn: state.turn.open, asked: state.permission.open, next: nextStep(state) }).toEqual({
        turn: null,
        asked: [],
        next: null,
      });
      if (state.prompt.queue.length > 0) expect(state.prompt.paused || state.binding.halted).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("a prompt of a person always gets the session going again", () => {
  fc.assert(
    fc.property(anyMoves(), (moves) => {
      const session = live(moves);
      session.settle();
      session.move({ do: "prompt", text: "go on" });
      session.settle();
      const { state } = session;
      expect(state.prompt.queue).toEqual([]);
      expect(state.turn.last).toMatchObject({ reason: "completed" });
      expect(statusOf(state)).toMatchObject({ word: "waiting", reason: { code: "finished" } });
    }),
    { numRuns: 500 },
  );
});

test("a prompt, a start, an answer, a queue: the steps of an ordinary life in order", () => {
  const session = new SimulatedSession();
  session.move({ do: "prompt", text: "one" });
  session.move({ do: "bind" });
  session.move({ do: "prompt", text: "two" });
  session.move({ do: "ask" });
  session.settle();
  expect(session.events.map(({ type }) => type)).toEqual([
    "session_start",
    "selected",
    "prompt_queued",
    "agent_start",
    "agent_bound",
    "turn_start",
    "user_prompt",
    "prompt_queued",
    "permission",
    "permission",
    "permission",
    "turn_end",
    "turn_start",
    "user_prompt",
    "turn_end",
  ]);
});
