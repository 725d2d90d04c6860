// The queue: waiting prompts are changed, put in order, held, given a time or another prompt to wait for; a running turn takes words.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Command,
  type CommandOf,
  type Decision,
  type DecisionContext,
  type EventBody,
  nextStep,
  type SessionState,
} from "../../src/core/index.ts";
import { nextDueTime, nextPrompt } from "../../src/core/prompt/queue.ts";
import { agentThat, decide } from "../kit/decide.ts";
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
  sending,
  started,
} from "../kit/events.ts";
import { anyMoves } from "../kit/moves.ts";
import { live } from "../kit/simulated-session.ts";

type Wishes<T extends Command["type"]> = Partial<Omit<CommandOf<T>, "type" | "promptId">>;

const edit = (promptId: string, wishes: Wishes<"edit_prompt">): Command => ({
  type: "edit_prompt",
  promptId,
  ...wishes,
});
const codeOf = (decision: Decision): string | null => ("rejection" in decision ? decision.rejection.code : null);
const ids = ({ prompt }: SessionState): string[] => prompt.queue.map(({ promptId }) => promptId);

/** The state after a command that is accepted. */
function having(state: SessionState, command: Command, context: Partial<DecisionContext> = {}): SessionState {
  const decision = decide(state, command, bob, context);
  if ("rejection" in decision) throw new Error(decision.rejection.detail);
  return fold(place(decision.events, state.head), state);
}

const three = foldBodies(...running, queued("p2"), queued("p3"), queued("p4"));
/** The agent is ready and rests; what waits here may go. */
const resting = (...bodies: EventBody[]): SessionState => foldBodies(created, started("r1"), bound("r1"), ...bodies);

describe("order", () => {
  test("a prompt goes before another one, before all, or to the end", () => {
    expect(ids(having(three, edit("p4", { before: "p2" })))).toEqual(["p4", "p2", "p3"]);
    expect(ids(having(three, edit("p2", { before: null })))).toEqual(["p3", "p4", "p2"]);
    expect(ids(having(three, sending("p5", { before: "p3" })))).toEqual(["p2", "p5", "p3", "p4"]);
    expect(ids(having(three, sending("p5", { before: null })))).toEqual(["p5", "p2", "p3", "p4"]);
  });

  test("[C-07] the answer tells the place that it has", () => {
    expect(decide(three, sending("p5"), ada)).toMatchObject({ outcome: { position: 4 } });
    expect(decide(three, sending("p5", { before: "p3" }), ada)).toMatchObject({ outcome: { position: 2 } });
    expect(decide(three, sending("p5", { before: null }), ada)).toMatchObject({ outcome: { position: 1 } });
  });

  test.for([
    ["p1", "prompt_delivered"],
    ["p9", "prompt_not_found"],
  ] as const)("nothing goes before %s, which does not wait", ([before, code]) => {
    expect(codeOf(decide(three, sending("p5", { before }), ada))).toBe(code);
    expect(codeOf(decide(three, edit("p4", { before }), ada))).toBe(code);
  });

  test("a prompt before itself stays where it is, without an event", () => {
    expect(decide(three, edit("p3", { before: "p3" }), ada)).toMatchObject({ events: [] });
  });

  test("the whole queue is put in order at once, or not at all when it has changed meanwhile", () => {
    expect(ids(having(three, { type: "queue", order: ["p4", "p2", "p3"] }))).toEqual(["p4", "p2", "p3"]);
    expect(decide(three, { type: "queue", order: ["p2", "p3", "p4"] }, ada)).toMatchObject({ events: [] });
    for (const order of [
      ["p2", "p3"],
      ["p2", "p3", "p4", "p5"],
      ["p2", "p3", "p3"],
    ]) {
      expect(decide(three, { type: "queue", order }, ada)).toMatchObject({
        rejection: { code: "moved", facts: { order: ["p2", "p3", "p4"] } },
      });
    }
  });
});

describe("editing", () => {
  test("changes the words and keeps the place, the sender and the rest", () => {
    const before = three.prompt.queue[1];
    expect(decide(three, edit("p3", { text: "better" }), bob)).toEqual({
      events: [body("prompt_edited", { promptId: "p3", text: "better" }, bob)],
      outcome: { state: "queued", promptId: "p3" },
    });
    const { prompt, head } = having(three, edit("p3", { text: "better" }));
    expect(prompt.queue[1]).toEqual({ ...before, text: "better", editedSeq: head });
  });

  test("nothing to change is no event", () => {
    expect(decide(three, edit("p3", {}), bob)).toMatchObject({ events: [] });
  });

  test.for<[Command]>([[edit("p1", { text: "late" })], [{ type: "withdraw_prompt", promptId: "p1" }]])(
    "what was handed to the agent is told so, with the event",
    ([command]) => {
      expect(decide(three, command, ada)).toMatchObject({
        rejection: { code: "prompt_delivered", facts: { seq: 6, state: "delivered" } },
      });
    },
  );

  test.for<[Command]>([[edit("p2", { text: "late" })], [{ type: "withdraw_prompt", promptId: "p2" }]])(
    "what was withdrawn is told so, with the event",
    ([command]) => {
      const state = having(three, { type: "withdraw_prompt", promptId: "p2" });
      expect(decide(state, command, ada)).toMatchObject({
        rejection: { code: "prompt_withdrawn", facts: { seq: 10 } },
      });
    },
  );

  test("what never was is not found", () => {
    expect(codeOf(decide(three, edit("p9", { text: "x" }), ada))).toBe("prompt_not_found");
  });
});

describe("what somebody else has changed meanwhile is not lost", () => {
  const state = foldBodies(created, queued("p1"), queued("p2"));
  const changed = having(state, edit("p1", { text: "theirs" }));
  const withdraw = (expectSeq: number): Command => ({ type: "withdraw_prompt", promptId: "p1", expectSeq });

  test("a change or a cancellation that expects the prompt as it is goes through", () => {
    expect(codeOf(decide(state, edit("p1", { text: "mine", expectSeq: 2 }), bob))).toBeNull();
    expect(codeOf(decide(changed, edit("p1", { text: "mine", expectSeq: 4 }), bob))).toBeNull();
    expect(codeOf(decide(changed, withdraw(4), bob))).toBeNull();
  });

  test("one that expects it as it was does not, and says where it was changed", () => {
    const refused = { rejection: { code: "moved", facts: { seq: 4 } } };
    expect(decide(changed, edit("p1", { text: "mine", expectSeq: 2 }), bob)).toMatchObject(refused);
    expect(decide(changed, withdraw(2), bob)).toMatchObject(refused);
  });

  test("another place in the queue is no change of the prompt", () => {
    const moved = having(state, edit("p1", { before: null }));
    expect(codeOf(decide(moved, edit("p1", { text: "mine", expectSeq: 2 }), bob))).toBeNull();
  });
});

describe("holding", () => {
  test("a held prompt lets those behind it pass, until it is let go", () => {
    const state = resting(queued("p1", "", { held: true }), queued("p2"));
    expect(nextStep(state)).toMatchObject({ type: "deliver", prompt: { promptId: "p2" } });
    const released = having(having(state, { type: "withdraw_prompt", promptId: "p2" }), edit("p1", { held: false }));
    expect(nextStep(released)).toMatchObject({ type: "deliver", prompt: { promptId: "p1" } });
  });

  test("the whole queue is held and let go; saying it twice is one event", () => {
    const held = having(resting(queued("p1")), { type: "queue", paused: true });
    expect(nextStep(held)).toBeNull();
    expect(decide(held, { type: "queue", paused: true }, ada)).toMatchObject({
      events: [],
      outcome: { state: "paused" },
    });
    const open = having(held, { type: "queue", paused: false });
    expect(nextStep(open)).toMatchObject({ type: "deliver" });
  });

  test("a queue that is held stays so when something is sent that waits for something of its own", () => {
    const held = having(resting(queued("p1")), { type: "queue", paused: true });
    for (const wishes of [{ held: true }, { notBefore: atSecond(9) }, { after: "p1" }])
      expect(having(held, sending("p2", wishes)).prompt.paused).toBe(true);
    expect(having(held, sending("p2")).prompt.paused).toBe(false);
  });

  test("emptying it withdraws each prompt by whoever did it", () => {
    const state = having(three, { type: "queue", clear: true });
    expect(ids(state)).toEqual([]);
    expect(state.prompt.recent).toMatchObject([
      { promptId: "p1", state: "delivered" },
      ...["p2", "p3", "p4"].map((promptId) => ({ promptId, state: "withdrawn", reason: "cancelled by bob" })),
    ]);
  });
});

describe("waiting for a time", () => {
  const later = resting(queued("p1", "", { notBefore: atSecond(100) }), queued("p2"));

  test("it lets others pass, and goes when its time has come", () => {
    expect(nextPrompt(later, atSecond(99))).toMatchObject({ promptId: "p2" });
    expect(nextPrompt(later, atSecond(100))).toMatchObject({ promptId: "p1" });
  });

  test("the next time is the earliest that is still to come and not held", () => {
    const more = foldBodies(
      created,
      ...[300, 100, 200].map((second, n) => queued(`p${n}`, "", { notBefore: atSecond(second), held: second === 100 })),
    );
    expect(nextDueTime(more, atSecond(4))).toBe(atSecond(200));
    expect(nextDueTime(more, atSecond(200))).toBe(atSecond(300));
    expect(nextDueTime(more, atSecond(300))).toBeNull();
  });

  test("the time can be changed and taken away, and nonsense is refused", () => {
    expect(nextPrompt(having(later, edit("p1", { notBefore: null })), atSecond(5))).toMatchObject({ promptId: "p1" });
    expect(codeOf(decide(later, edit("p1", { notBefore: "soon" }), ada))).toBe("invalid_time");
    expect(codeOf(decide(later, sending("p3", { notBefore: "soon" }), ada))).toBe("invalid_time");
  });
});

describe("waiting for another prompt", () => {
  const chained = resting(queued("p1"), queued("p2", "", { after: "p1" }));

  test("it waits while the other waits or runs, and goes after any end of it", () => {
    expect(nextPrompt(chained, "")).toMatchObject({ promptId: "p1" });
    const under = fold(place(delivered("p1", "t1"), chained.head), chained);
    expect(nextPrompt(under, "")).toBeNull();
    for (const reason of ["completed", "failed", "interrupted"] as const) {
      expect(nextPrompt(fold(place([ended("t1", reason)], under.head), under), "")).toMatchObject({ promptId: "p2" });
    }
    expect(nextPrompt(having(chained, { type: "withdraw_prompt", promptId: "p1" }), "")).toMatchObject({
      promptId: "p2",
    });
  });

  test("also through others, it can't wait for itself", () => {
    const longer = having(chained, sending("p3", { after: "p2" }));
    for (const ref of ["p1", "p2", "p3"])
      expect(codeOf(decide(longer, edit("p1", { after: ref }), ada))).toBe("waits_for_itself");
    expect(codeOf(decide(longer, sending("p4", { after: "p4" }), ada))).toBe("prompt_not_found");
    expect(codeOf(decide(longer, edit("p3", { after: "p1" }), ada))).toBeNull();
  });

  test("whatever is said, no prompts wait for each other in a circle", () => {
    fc.assert(
      fc.property(anyMoves(), (moves) => {
        const session = live(moves);
        session.order({ type: "queue", paused: false }, ada);
        session.settle();
        const { prompt, binding } = session.state;
        expect(binding.halted ? [] : prompt.queue).toEqual([]);
      }),
    );
  });
});

describe("steering", () => {
  const steer = (wishes: Wishes<"prompt"> = {}): Command => sending("p2", { when: "steer", ...wishes });
  const able = { agent: agentThat({ steer: true }) };
  const here = foldBodies(...running);

  test("words go into the running turn, before anything that waits", () => {
    expect(decide(here, steer(), ada, able)).toMatchObject({ outcome: { steers: "t1" } });
    expect(nextStep(having(here, steer(), able))).toMatchObject({
      type: "steer",
      prompt: { promptId: "p2" },
      turn: "t1",
    });
  });

  test.for([
    ["no turn is running", foldBodies(created), able],
    ["the agent can't be steered", here, { agent: agentThat({ steer: false }) }],
    ["the agent can't be steered", here, { agent: null }],
  ] as const)("where %s it is queued, or refused if that was wanted", ([why, state, context]) => {
    const decision = decide(state, steer(), ada, context);
    expect(decision).toMatchObject({ events: [{ data: { promptId: "p2" } }], outcome: { state: "queued" } });
    expect(decision).not.toMatchObject({ outcome: { steers: expect.anything() } });
    expect(decide(state, steer({ otherwise: "reject" }), ada, context)).toMatchObject({
      rejection: { code: "not_steerable", detail: `It can't be added to the running turn: ${why}.` },
    });
  });

  test("when the turn ends first it waits as any other, or is withdrawn if that was wanted", () => {
    const tooLate = (wishes: Wishes<"prompt">) => {
      const state = having(here, steer(wishes), able);
      return nextStep(fold(place([ended("t1")], state.head), state));
    };
    expect(tooLate({})).toMatchObject({ type: "deliver", prompt: { promptId: "p2" } });
    expect(tooLate({ otherwise: "reject" })).toMatchObject({ type: "withdraw", prompt: { promptId: "p2" } });
  });

  test("it ends with the turn that it went into", () => {
    const into = body("user_prompt", { promptId: "p2", text: "", turn: "t1", steered: true }, ada);
    const state = foldBodies(...running, queued("p2"), into, ended("t1", "failed"));
    expect(state.prompt.recent).toMatchObject([
      { promptId: "p1", state: "failed", turn: "t1" },
      { promptId: "p2", state: "failed", turn: "t1" },
    ]);
  });

  test("only into the turn that was meant", () => {
    expect(decide(here, steer({ expectTurn: "t0" }), ada)).toMatchObject({
      rejection: { code: "turn_mismatch", detail: "Turn t1 is running, not t0.", facts: { turn: "t1" } },
    });
    expect(codeOf(decide(here, steer({ expectTurn: "t1" }), ada, able))).toBeNull();
  });
});
