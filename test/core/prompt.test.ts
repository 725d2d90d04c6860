// A prompt: queued (durable) → delivered once → done with its turn; or withdrawn.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type EventBody, nextStep, QUEUE_LIMIT, summaryOf } from "../../src/core/index.ts";
import { agentThat, decide } from "../kit/decide.ts";
import {
  ada,
  agent,
  atSecond,
  bob,
  body,
  bound,
  created,
  daemon,
  delivered,
  ended,
  fold,
  foldBodies,
  place,
  queued,
  running,
  sending,
  started,
  workspace,
} from "../kit/events.ts";
import { anyMoves } from "../kit/moves.ts";
import { live } from "../kit/simulated-session.ts";

const titleOf = (text: string) => foldBodies(created, queued("p1", text)).prompt.title;

describe("sending", () => {
  test("queues the prompt, first in line when the session rests", () => {
    expect(decide(foldBodies(created), sending("p1"), bob)).toEqual({
      events: [body("prompt_queued", { promptId: "p1", text: "do p1" }, bob)],
      outcome: { state: "queued", promptId: "p1", position: 0 },
    });
  });

  test("says how many are before it while the agent is busy", () => {
    expect(decide(foldBodies(...running), sending("p2"), ada)).toMatchObject({ outcome: { position: 1 } });
    expect(decide(foldBodies(...running, queued("p2")), sending("p3"), ada)).toMatchObject({
      outcome: { position: 2 },
    });
  });

  test("opens an ended session again", () => {
    const named = body("session_start", { agent: "demo", workspace, name: "fix", resumed: false }, ada);
    const state = foldBodies(named, body("session_end", { reason: "killed" }, ada));
    const decision = decide(state, sending("p1"), bob);
    expect(decision).toEqual({
      events: [
        body("session_start", { agent: "demo", workspace, name: "fix", resumed: true }, bob),
        body("prompt_queued", { promptId: "p1", text: "do p1" }, bob),
      ],
      outcome: { state: "queued", promptId: "p1", position: 0 },
    });
    const after = fold(place("events" in decision ? decision.events : [], state.head), state);
    expect(after.lifecycle).toMatchObject({ phase: "open", ended: null, createdAt: atSecond(1), name: "fix" });
    expect(nextStep(after)).toMatchObject({ type: "start_run", prompt: { promptId: "p1" } });
  });

  test("is refused when the queue is full", () => {
    const many = Array.from({ length: QUEUE_LIMIT }, (_, n) => queued(`p${n}`));
    expect(decide(foldBodies(created, ...many), sending("more"), ada)).toEqual({
      rejection: {
        code: "queue_full",
        detail: "100 prompts are queued already; wait until the agent has taken some, or cancel some.",
        facts: { limit: 100 },
      },
    });
  });

  test.for([
    ["nothing waits and none works", [created], {}, true],
    ["a turn runs", running, {}, false],
    ["it stops the running turn", running, { when: "interrupt" }, true],
    ["it goes into the running turn", running, { when: "steer" }, true],
    ["it would wait for its time", [created], { notBefore: atSecond(99) }, false],
    ["it would be held", [created], { held: true }, false],
  ] as const)("[M-26] without a queue, when %s", ([, bodies, how, isTaken]) => {
    const decision = decide(foldBodies(...bodies), { ...sending("more"), ...how }, ada, {
      agent: agentThat(),
      queueLimit: 0,
    });
    if (isTaken) expect(decision).toMatchObject({ outcome: { state: "queued" } });
    else
      expect(decision).toEqual({
        rejection: {
          code: "queue_full",
          detail:
            "Nothing can be queued here (queued_prompts = 0); send it when the agent is idle, or let it stop the running turn.",
          facts: { limit: 0 },
        },
      });
  });

  test("[M-26] without a queue, an agent's prompt does not wait where the queue is held, and a person's goes", () => {
    const held = foldBodies(created, body("queue_paused", { paused: true }));
    const command = sending("more");
    const limit = { queueLimit: 0 };
    expect(decide(held, command, ada, limit)).toMatchObject({ outcome: { state: "queued" } });
    expect(decide(held, command, agent, limit)).toEqual({
      rejection: {
        code: "queue_full",
        detail:
          "Nothing can be queued here (queued_prompts = 0), and the queue is held; a person must release it first.",
        facts: { limit: 0 },
      },
    });
  });

  test.for([
    ["waits already", [created, queued("p1")]],
    ["was delivered", running],
  ] as const)("is refused when the same prompt %s", ([, bodies]) => {
    expect(decide(foldBodies(...bodies), sending("p1"), ada)).toEqual({
      rejection: { code: "prompt_exists", detail: "Prompt p1 was sent already.", facts: {} },
    });
  });
});

test("prompts that came while the agent was busy are delivered one by one, in order, when it rests", () => {
  const state = foldBodies(...running, queued("p2"), queued("p3"));
  expect(nextStep(state)).toBeNull();
  const rested = fold(place([ended("t1")], state.head), state);
  const free = { notBefore: null, after: null, held: false, steer: null };
  const waiting = { promptId: "p2", text: "do p2", by: ada, seq: 7, queuedAt: atSecond(7), ...free };
  expect(nextStep(rested)).toEqual({ type: "deliver", prompt: waiting, turn: "t2" });
});

test("[M-25] what became of a prompt is remembered with its event, its time and its turn", () => {
  const one = (...bodies: EventBody[]) => foldBodies(...running, ...bodies).prompt.recent;
  const known = { promptId: "p1", by: ada, turn: "t1" };
  expect(one()).toEqual([{ ...known, state: "delivered", seq: 6, at: atSecond(6), reason: null }]);
  const end = { ...known, seq: 7, at: atSecond(7) };
  expect(one(ended("t1"))).toEqual([{ ...end, state: "done", reason: null }]);
  expect(one(ended("t1", "interrupted"))).toEqual([{ ...end, state: "interrupted", reason: null }]);
  const broke = body("turn_end", { turn: "t1", promptId: "p1", reason: "failed", error: "no model" });
  expect(one(broke)).toEqual([{ ...end, state: "failed", reason: "no model" }]);
  expect(one(ended("t1", "refused"))).toEqual([{ ...end, state: "failed", reason: "refused" }]);
  expect(one(queued("p2"), body("prompt_withdrawn", { promptId: "p2", reason: "gone" })).at(-1)).toEqual({
    promptId: "p2",
    by: daemon,
    state: "withdrawn",
    seq: 8,
    at: atSecond(8),
    turn: null,
    reason: "gone",
  });
});

test("the newest outcomes are remembered, and no more than there is room for", () => {
  const many = Array.from({ length: 80 }, (_, n) => [
    queued(`p${n}`),
    body("prompt_withdrawn", { promptId: `p${n}`, reason: "gone" }),
  ]);
  const { recent } = foldBodies(created, ...many.flat()).prompt;
  expect(recent.map(({ promptId }) => promptId)).toEqual(Array.from({ length: 50 }, (_, n) => `p${n + 30}`));
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
      const steered = events.flatMap(({ type, data }) => {
        const { promptId, steered: isSteered } = data as { promptId: string; steered?: boolean };
        return type === "user_prompt" && isSteered ? [promptId] : [];
      });
      const begun = idsOf("turn_start").filter((id) => id !== null);
      expect(idsOf("user_prompt").filter((id) => !steered.includes(id))).toEqual(begun);
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
