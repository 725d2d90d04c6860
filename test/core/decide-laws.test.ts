// What decide promises for every state and every command.
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Command, type SessionState, understand } from "../../src/core/index.ts";
import { anyBy, garbageLog } from "../kit/arbitrary-events.ts";
import { decide } from "../kit/decide.ts";
import { ada, afterJson, agent, asked, bob, fold, place, workspace } from "../kit/events.ts";
import { anyMoves } from "../kit/moves.ts";
import { live } from "../kit/simulated-session.ts";

const id = fc.oneof(fc.constantFrom("p1", "q1", "t1", "yes", "__proto__", "constructor"), fc.string());

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ type: fc.constant("create"), agent: id, workspace: fc.constant(workspace), name: fc.option(id) }),
  fc.record({ type: fc.constant("prompt"), promptId: id, text: fc.string() }),
  fc.record({ type: fc.constant("interrupt"), turn: id }, { requiredKeys: ["type"] }),
  fc.record(
    { type: fc.constant("answer"), permission: id, option: id, message: fc.string() },
    { requiredKeys: ["type", "permission", "option"] },
  ),
  fc.record({ type: fc.constant("stop"), reason: id }),
  fc.record({ type: fc.constant("select") }),
  fc.record({ type: fc.constant("acknowledge"), seq: fc.nat() }),
);

const anyState: fc.Arbitrary<SessionState> = fc.oneof(
  anyMoves().map((moves) => live(moves).state),
  garbageLog.map((events) => fold(events)),
);

test("gives events that are understood as they are and fold, or a rejection with a sentence", () => {
  fc.assert(
    fc.property(anyState, anyCommand, anyBy, (state, command, by) => {
      const decision = decide(state, command, by);
      if ("rejection" in decision) {
        expect(decision.rejection).toEqual({
          code: expect.stringMatching(/^[a-z_]+$/),
          detail: expect.stringMatching(/[.]$/),
          facts: expect.any(Object),
        });
        return;
      }
      const events = place(decision.events, state.head);
      for (const event of events) expect(understand(afterJson(event))).toStrictEqual(afterJson(event));
      expect(fold(events, state).head).toBe(state.head + events.length);
      expect(decision.outcome).toEqual(expect.objectContaining({ state: expect.any(String) }));
    }),
    { numRuns: 500 },
  );
});

test("decides the same twice, and leaves the state alone", () => {
  fc.assert(
    fc.property(anyState, anyCommand, (state, command) => {
      const before = JSON.stringify(state);
      expect(decide(state, command, ada)).toEqual(decide(afterJson(state), command, ada));
      expect(JSON.stringify(state)).toBe(before);
    }),
  );
});

test("the first of two answers wins, and the second is told so", () => {
  const option = fc.constantFrom("yes", "no");
  fc.assert(
    fc.property(anyMoves(), option, option, (moves, first, second) => {
      const session = live([...moves, { do: "prompt", text: "go" }, { do: "bind" }]);
      const state = fold(place([asked("q")], session.state.head), session.state);
      const answer = (chosen: string): Command => ({ type: "answer", permission: "q", option: chosen });
      const won = decide(state, answer(first), ada);
      const after = fold(place("events" in won ? won.events : [], state.head), state);
      expect(decide(after, answer(second), bob)).toEqual({
        rejection: {
          code: "already_answered",
          detail: `It was answered "${first}" by ada.`,
          facts: { option: first, by: ada, seq: after.head },
        },
      });
    }),
  );
});

test("an acknowledgement never moves back", () => {
  fc.assert(
    fc.property(anyState, fc.array(fc.nat(80)), (start, seqs) => {
      seqs.reduce((state, seq) => {
        const decision = decide(state, { type: "acknowledge", seq }, agent);
        const next = fold(place("events" in decision ? decision.events : [], state.head), state);
        expect(next.lifecycle.acknowledgedSeq).toBeGreaterThanOrEqual(state.lifecycle.acknowledgedSeq);
        return next;
      }, start);
    }),
  );
});
