// Birth, end and reading of a session.
import { describe, expect, test } from "vitest";
import {
  type Command,
  type Decision,
  type EventBody,
  initialState,
  nextStep,
  type SessionState,
  summaryOf,
} from "../../src/core/index.ts";
import { decide } from "../kit/decide.ts";
import {
  ada,
  afterJson,
  agent,
  atSecond,
  bob,
  body,
  created,
  ended,
  exited,
  fold,
  foldBodies,
  place,
  queued,
  running,
  said,
  sending,
  workspace,
} from "../kit/events.ts";

const create: Command = { type: "create", agent: "demo", workspace, name: "fix" };
const stop: Command = { type: "stop", reason: "killed" };

const decided = (decision: Decision): EventBody[] => ("events" in decision ? decision.events : []);
const foldMore = (state: SessionState, decision: Decision): SessionState =>
  fold(place(decided(decision), state.head), state);

describe("creating", () => {
  test("[C-06] opens a session and starts no process", () => {
    const decision = decide(initialState, create, ada);
    expect(decision).toEqual({
      events: [
        body("session_start", { agent: "demo", workspace, name: "fix", resumed: false }, ada),
        body("selected", {}, ada),
      ],
      outcome: { state: "created" },
    });
    const state = fold(place("events" in decision ? decision.events : []));
    expect(nextStep(state)).toBeNull();
    expect(summaryOf("s1", state)).toMatchObject({ status: "idle", queued: 0, name: "fix" });
  });

  test("is refused for a session that exists", () => {
    expect(decide(foldBodies(created), create, ada)).toEqual({
      rejection: { code: "session_exists", detail: "This session exists already.", facts: {} },
    });
  });

  test.for<Command>([
    sending("p1"),
    { type: "interrupt" },
    { type: "answer", permission: "q1", option: "yes" },
    stop,
    { type: "select" },
    { type: "acknowledge", seq: 1 },
  ])("comes before everything else: $type", (command) => {
    expect(decide(initialState, command, ada)).toEqual({
      rejection: { code: "session_not_found", detail: "This session does not exist.", facts: {} },
    });
  });
});

test("[C-05] a session knows its place, agent, process, native id, model, queue, and when somebody was there last", () => {
  const state = foldBodies(
    ...running.slice(0, 3),
    body("agent_bound", { run: "r1", nativeId: "n1", provenance: "reported", model: "large" }, agent),
    ...running.slice(4),
    queued("p2"),
    said("m1", "on it"),
    body("usage", { turn: "t1", inputTokens: 10, outputTokens: 2, costUsd: 0.5 }, agent),
  );
  expect(summaryOf("s1", state)).toEqual({
    id: "s1",
    name: null,
    title: "do p1",
    status: "running",
    reason: { code: "running", text: "turn t1 is running", seq: 5 },
    agent: "demo",
    head: 9,
    workspace: { id: "w1", path: "/work" },
    createdAt: atSecond(1),
    lastActiveAt: atSecond(7),
    activityAt: atSecond(7),
    updatedAt: atSecond(9),
    queued: 1,
    turns: 1,
    lastMessage: "on it",
    nativeId: "n1",
    model: "large",
    usage: { inputTokens: 10, outputTokens: 2, costUsd: 0.5 },
  });
  expect(state.binding.run).toEqual({
    ...{ run: "r1", phase: "ready", seq: 3, transport: "stream", settingSeq: 3 },
    ...{ restsSince: null, isParked: false },
  });
  const gone = fold(place([exited("r1", "exited")], state.head), state);
  expect(gone.binding).toMatchObject({ run: null, nativeId: "n1", model: "large" });
});

test("a summary is plain JSON, also of a session that does not exist", () => {
  for (const state of [initialState, foldBodies(...running)]) {
    const summary = summaryOf("s1", state);
    expect(afterJson(summary)).toStrictEqual(summary);
  }
});

test("a summary cuts the last message, but no character in two", () => {
  const state = foldBodies(created, said("m1", `${"x".repeat(119)}👍`), said("m1", "!"));
  expect(summaryOf("s1", state).lastMessage).toBe("x".repeat(119));
});

describe("stopping", () => {
  test("holds each prompt of the queue, then ends the session, and its process is stopped", () => {
    const forTheTurn = body("prompt_queued", {
      promptId: "p4",
      text: "",
      steer: { turn: "t1", otherwise: "withdraw" },
    });
    const held = queued("p3", "", { held: true });
    const state = foldBodies(...running, queued("p2"), held, forTheTurn);
    const decision = decide(state, stop, bob);
    expect(decision).toEqual({
      events: [
        body("prompt_withdrawn", { promptId: "p4", reason: "the process was ended" }, bob),
        body("prompt_edited", { promptId: "p2", held: true, heldWithQueue: true }, bob),
        body("session_end", { reason: "killed" }, bob),
      ],
      outcome: { state: "ended", wasRunning: true, turn: "t1", prompts: { held: ["p2", "p3"], withdrawn: ["p4"] } },
    });
    const after = fold(place("events" in decision ? decision.events : [], state.head), state);
    expect(after.prompt.queue.map(({ promptId, held }) => [promptId, held])).toEqual([
      ["p2", true],
      ["p3", true],
    ]);
    expect(nextStep(after)).toEqual({ type: "stop_run", run: "r1" });
    const gone = fold(place([ended("t1", "interrupted"), exited("r1", "stopped")], after.head), after);
    expect(nextStep(gone)).toBeNull();
  });

  test("a later prompt goes alone, and what was held goes when it is let go, which opens the session again", () => {
    const before = foldBodies(...running, queued("p2"));
    const over = { events: [ended("t1", "interrupted"), exited("r1", "stopped")], outcome: { state: "" } };
    const killed = foldMore(foldMore(before, decide(before, stop, ada)), over);
    const later = foldMore(killed, decide(killed, sending("p9"), ada));
    expect(nextStep(later)).toMatchObject({ type: "start_run", prompt: { promptId: "p9" } });
    expect(later.prompt.queue.map(({ promptId }) => promptId)).toEqual(["p2", "p9"]);
    const release: Command = { type: "edit_prompt", promptId: "p2", held: false };
    expect(decided(decide(killed, release, ada)).map(({ type }) => type)).toEqual(["session_start", "prompt_edited"]);
    expect(nextStep(foldMore(killed, decide(killed, release, ada)))).toMatchObject({ prompt: { promptId: "p2" } });
    const reworded = foldMore(killed, decide(killed, { type: "edit_prompt", promptId: "p2", text: "other" }, ada));
    expect([reworded.lifecycle.phase, nextStep(reworded)]).toEqual(["ended", null]);
  });

  test("tells that nothing was running", () => {
    expect(decide(foldBodies(created), stop, ada)).toMatchObject({ outcome: { state: "ended", wasRunning: false } });
  });

  test("an ended session changes nothing", () => {
    const state = foldBodies(created, body("session_end", { reason: "killed" }, ada));
    expect(decide(state, stop, ada)).toEqual({
      events: [],
      outcome: { state: "ended", wasRunning: false, turn: null, prompts: { held: [], withdrawn: [] } },
    });
  });

  test("an ended session asks for nothing, whatever its log says besides", () => {
    const end = body("session_end", { reason: "killed" }, ada);
    expect(nextStep(foldBodies(created, queued("p1"), end))).toBeNull();
  });

  test("a prompt that comes while the process is still ending waits for its end, and starts a new one", () => {
    const state = foldBodies(
      ...running,
      body("session_end", { reason: "killed" }, ada),
      body("session_start", { agent: "demo", workspace, name: null, resumed: true }, ada),
      queued("p2"),
    );
    expect(nextStep(state)).toEqual({ type: "stop_run", run: "r1" });
    const gone = fold(place([ended("t1", "interrupted"), exited("r1", "stopped")], state.head), state);
    expect(nextStep(gone)).toMatchObject({ type: "start_run", prompt: { promptId: "p2" } });
  });
});

test("selecting is an event, every time", () => {
  expect(decide(foldBodies(created), { type: "select" }, bob)).toEqual({
    events: [body("selected", {}, bob)],
    outcome: { state: "selected" },
  });
});

describe("acknowledging", () => {
  const state = foldBodies(...running, ended("t1"), body("acknowledged", { seq: 4 }, ada));
  const acknowledge = (seq: number) => decide(state, { type: "acknowledge", seq }, ada);

  test("moves forward", () => {
    expect(acknowledge(6)).toEqual({
      events: [body("acknowledged", { seq: 6 }, ada)],
      outcome: { state: "acknowledged", upTo: 6 },
    });
  });

  test("never further than the log", () => {
    expect(acknowledge(1000)).toMatchObject({ events: [{ data: { seq: 8 } }], outcome: { upTo: 8 } });
  });

  test("never back", () => {
    expect(acknowledge(3)).toEqual({ events: [], outcome: { state: "acknowledged", upTo: 3 } });
    expect(acknowledge(4)).toEqual({ events: [], outcome: { state: "acknowledged", upTo: 4 } });
    const back = fold(place([body("acknowledged", { seq: 2 }, ada)], state.head), state);
    expect(back.lifecycle.acknowledgedSeq).toBe(4);
  });

  test("leaves no event when there is nothing new to read, however often a client says it", () => {
    const look = body("acknowledged", { seq: 7 }, ada);
    const read = foldBodies(...running, ended("t1"), look, body("arranged", { pinned: true }, ada));
    for (const seq of [8, 9, 1000])
      expect(decide(read, { type: "acknowledge", seq }, ada)).toMatchObject({ events: [] });
  });

  test("is no activity", () => {
    expect(state.lifecycle).toMatchObject({ lastActiveAt: atSecond(2), updatedAt: atSecond(7) });
  });
});
