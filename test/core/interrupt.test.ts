// An interrupt stops the turn and holds the queue back until a person sends something again.
import { describe, expect, test } from "vitest";
import { nextStep } from "../../src/core/index.ts";
import { decide } from "../kit/decide.ts";
import { ada, bob, body, created, ended, fold, foldBodies, place, queued, running, sending } from "../kit/events.ts";

const requested = body("interrupt", { turn: "t1", state: "requested" }, ada);
const sent = body("interrupt", { turn: "t1", state: "sent" });

describe("deciding", () => {
  test("asks the running turn to stop", () => {
    expect(decide(foldBodies(...running), { type: "interrupt" }, bob)).toEqual({
      events: [body("interrupt", { turn: "t1", state: "requested" }, bob)],
      outcome: { state: "requested", turn: "t1", ran: true, withdrawn: 0 },
    });
  });

  test.for([[[requested]], [[requested, sent]]])("asking again is the same wish", ([already]) => {
    const state = foldBodies(...running, ...already!);
    expect(decide(state, { type: "interrupt", turn: "t1" }, bob)).toEqual({
      events: [],
      outcome: { state: "requested", turn: "t1", ran: true, withdrawn: 0 },
    });
  });

  test("[C-17] it can empty the queue, too, and tells whether something ran", () => {
    const withdrawn = ["p2", "p3"].map((promptId) =>
      body("prompt_withdrawn", { promptId, reason: "cancelled by bob" }, bob),
    );
    const busy = foldBodies(...running, queued("p2"), queued("p3"));
    expect(decide(busy, { type: "interrupt", clear: true }, bob)).toEqual({
      events: [body("interrupt", { turn: "t1", state: "requested" }, bob), ...withdrawn],
      outcome: { state: "requested", turn: "t1", ran: true, withdrawn: 2 },
    });
    const resting = fold(place([ended("t1")], busy.head), busy);
    expect(decide(resting, { type: "interrupt", clear: true }, bob)).toEqual({
      events: withdrawn,
      outcome: { state: "idle", ran: false, withdrawn: 2 },
    });
  });

  test("holds what is about to begin", () => {
    const state = foldBodies(created, queued("p1"));
    expect(decide(state, { type: "interrupt" }, bob)).toEqual({
      events: [body("queue_paused", { paused: true }, bob)],
      outcome: { state: "held", ran: false, withdrawn: 0 },
    });
    const held = fold(place([body("queue_paused", { paused: true }, bob)], state.head), state);
    expect(nextStep(held)).toBeNull();
    expect(decide(held, { type: "interrupt" }, bob)).toMatchObject({ rejection: { code: "turn_not_running" } });
  });

  test("is refused before the first turn", () => {
    expect(decide(foldBodies(created), { type: "interrupt" }, ada)).toEqual({
      rejection: { code: "turn_not_running", detail: "This session has had no turn yet.", facts: {} },
    });
  });

  test("is refused when nothing runs, with the end of the last turn", () => {
    expect(decide(foldBodies(...running, ended("t1")), { type: "interrupt" }, ada)).toEqual({
      rejection: { code: "turn_not_running", detail: "Turn t1 ended at event 7.", facts: { seq: 7 } },
    });
  });

  test("is refused when another turn runs by now", () => {
    expect(decide(foldBodies(...running), { type: "interrupt", turn: "t0" }, ada)).toEqual({
      rejection: { code: "turn_mismatch", detail: "Turn t1 is running, not t0.", facts: { turn: "t1" } },
    });
  });
});

describe("what follows", () => {
  test("the agent is told once, and then it is its turn to end", () => {
    expect(nextStep(foldBodies(...running, requested))).toEqual({ type: "interrupt", turn: "t1" });
    expect(nextStep(foldBodies(...running, requested, sent))).toBeNull();
  });

  test("the queue is held, and the next prompt of a person goes alone", () => {
    const state = foldBodies(...running, queued("p2"), requested, sent, ended("t1", "interrupted"));
    expect(state.prompt).toMatchObject({ paused: true, queue: [{ promptId: "p2" }] });
    expect(nextStep(state)).toBeNull();
    const decision = decide(state, sending("p3", { text: "first" }), bob);
    expect(decision).toMatchObject({
      events: [
        body("prompt_edited", { promptId: "p2", held: true }, bob),
        body("prompt_queued", { promptId: "p3", text: "first" }, bob),
      ],
    });
    const after = fold(place("events" in decision ? [...decision.events] : [], state.head), state);
    expect(nextStep(after)).toMatchObject({ type: "deliver", prompt: { promptId: "p3" }, turn: "t2" });
  });

  test("the queue goes on when a person lets it go", () => {
    const state = foldBodies(...running, queued("p2"), requested, sent, ended("t1", "interrupted"));
    const open = fold(place([body("queue_paused", { paused: false }, ada)], state.head), state);
    expect(nextStep(open)).toMatchObject({ type: "deliver", prompt: { promptId: "p2" } });
  });

  test("a prompt that is sent to interrupt stops the turn and goes before what waits", () => {
    const state = foldBodies(...running, queued("p2"));
    const decision = decide(state, sending("p3", { text: "first", when: "interrupt" }), bob);
    expect(decision).toEqual({
      events: [
        body("interrupt", { turn: "t1", state: "requested" }, bob),
        body("prompt_queued", { promptId: "p3", text: "first", before: null }, bob),
      ],
      outcome: { state: "queued", promptId: "p3", position: 1, interrupts: "t1" },
    });
    const events = "events" in decision ? [...decision.events, sent, ended("t1", "interrupted")] : [];
    expect(nextStep(fold(place(events, state.head), state))).toMatchObject({
      type: "deliver",
      prompt: { promptId: "p3" },
    });
  });

  test("a prompt sent after the interrupt is not held, also when the agent was told later", () => {
    const state = foldBodies(...running, requested, queued("p2"), sent, ended("t1", "interrupted"));
    expect(nextStep(state)).toMatchObject({ type: "deliver", prompt: { promptId: "p2" } });
  });
});
