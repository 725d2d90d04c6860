// A prompt: queued (durable) → delivered once → done with its turn; or withdrawn.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Command, decide, nextStep, QUEUE_LIMIT, summaryOf } from "../../src/core/index.ts";
import {
  ada,
  atSecond,
  bob,
  body,
  bound,
  created,
  delivered,
  ended,
  fold,
  foldBodies,
  place,
  queued,
  running,
  started,
  workspace,
} from "../kit/events.ts";
import { anyMoves, live } from "../kit/simulated-session.ts";

const prompt = (promptId: string): Command => ({ type: "prompt", promptId, text: "do it" });
const titleOf = (text: string) => foldBodies(created, queued("p1", text)).prompt.title;

describe("sending", () => {
  test("queues the prompt, first in line when the session rests", () => {
    expect(decide(foldBodies(created), prompt("p1"), bob)).toEqual({
      events: [body("prompt_queued", { promptId: "p1", text: "do it" }, bob)],
      outcome: { state: "queued", promptId: "p1", position: 0 },
    });
  });

  test("says how many are before it while the agent is busy", () => {
    expect(decide(foldBodies(...running), prompt("p2"), ada)).toMatchObject({ outcome: { position: 1 } });
    expect(decide(foldBodies(...running, queued("p2")), prompt("p3"), ada)).toMatchObject({ outcome: { position: 2 } });
  });

  test("opens an ended session again", () => {
    const named = body("session_start", { agent: "demo", workspace, name: "fix", resumed: false }, ada);
    const state = foldBodies(named, body("session_end", { reason: "killed" }, ada));
    const decision = decide(state, prompt("p1"), bob);
    expect(decision).toEqual({
      events: [
        body("session_start", { agent: "demo", workspace, name: "fix", resumed: true }, bob),
        body("prompt_queued", { promptId: "p1", text: "do it" }, bob),
      ],
      outcome: { state: "queued", promptId: "p1", position: 0 },
    });
    const after = fold(place("events" in decision ? decision.events : [], state.head), state);
    expect(after.lifecycle).toMatchObject({ phase: "open", ended: null, createdAt: atSecond(1), name: "fix" });
    expect(nextStep(after)).toMatchObject({ type: "start_run", prompt: { promptId: "p1" } });
  });

  test("is refused when the queue is full", () => {
    const many = Array.from({ length: QUEUE_LIMIT }, (_, n) => queued(`p${n}`));
    expect(decide(foldBodies(created, ...many), prompt("more"), ada)).toEqual({
      rejection: {
        code: "queue_full",
        detail: "100 prompts are waiting already; let the agent work some of them off.",
        facts: { limit: 100 },
      },
    });
  });

  test("is refused when the same prompt waits already", () => {
    expect(decide(foldBodies(created, queued("p1")), prompt("p1"), ada)).toEqual({
      rejection: { code: "prompt_exists", detail: "Prompt p1 is queued already.", facts: {} },
    });
  });
});

test("prompts that came while the agent was busy are delivered one by one, in order, when it rests", () => {
  const state = foldBodies(...running, queued("p2"), queued("p3"));
  expect(nextStep(state)).toBeNull();
  const rested = fold(place([ended("t1")], state.head), state);
  const waiting = { promptId: "p2", text: "do p2", by: ada, seq: 7 };
  expect(nextStep(rested)).toEqual({ type: "deliver", prompt: waiting, turn: "t2" });
});

test("a delivery names who sent the prompt, but is no act of theirs", () => {
  const state = foldBodies(created, queued("p1"), started("r1"), bound("r1"), ...delivered("p1", "t1"));
  expect(summaryOf("s1", state)).toMatchObject({ lastActiveAt: atSecond(2), updatedAt: atSecond(6) });
});

test("every accepted prompt waits, was delivered once, or was withdrawn once", () => {
  fc.assert(
    fc.property(anyMoves(), (moves) => {
      const { events, state } = live(moves);
      const idsOf = (type: string) =>
        events.filter((event) => event.type === type).map(({ data }) => (data as { promptId: string }).promptId);
      const waiting = state.prompt.queue.map(({ promptId }) => promptId);
      const accounted = [...idsOf("user_prompt"), ...idsOf("prompt_withdrawn"), ...waiting];
      expect(accounted.sort()).toEqual(idsOf("prompt_queued").sort());
      expect(idsOf("user_prompt")).toEqual(idsOf("turn_start").filter((id) => id !== null));
    }),
  );
});

describe("the title is the first line of the first prompt", () => {
  test.for([
    ["fix the build\nit is red", "fix the build"],
    ["\n\n  fix the build  \n", "fix the build"],
    ["fix the build\r\nit is red", "fix the build"],
    ["", null],
    [" \n ", null],
    ["x".repeat(81), "x".repeat(80)],
    [`${"x".repeat(79)}👍!`, "x".repeat(79)],
  ])("%j", ([text, title]) => {
    expect(titleOf(text ?? "")).toBe(title);
  });

  test("and stays it", () => {
    expect(foldBodies(created, queued("p1", "one"), queued("p2", "two")).prompt.title).toBe("one");
  });
});
