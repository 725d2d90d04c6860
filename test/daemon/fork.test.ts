// A session that branches off from another one: what it takes over, what it does not, and what its agent is told.
import { expect, test } from "vitest";
import type { Driver } from "../../src/agents/index.ts";
import type { ScriptedRun } from "../kit/scripted-agent.ts";
import type { TestDaemon } from "../kit/test-daemon.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const usage = { type: "usage", inputTokens: 100, outputTokens: 10, costUsd: 0.5 } as const;

/** A session with turns t1 … tn, each with a mark of the agent's. */
async function sessionWithTurns(daemon: TestDaemon, count: number): Promise<{ session: string; agent: ScriptedRun }> {
  const { session, agent } = await daemon.working("prompt 1");
  for (let turn = 1; turn <= count; turn += 1) {
    if (turn > 1) await daemon.send(session, `prompt ${turn}`);
    await until(`prompt ${turn}`, () => agent.prompts.includes(`prompt ${turn}`));
    agent.say({ type: "agent_message", data: { messageId: `m${turn}`, text: `answer ${turn}` } }, usage, {
      type: "turn_end",
      reason: "completed",
      mark: `mark-${turn}`,
    });
    await daemon.event(session, ({ type, data }) => type === "turn_end" && data.turn === `t${turn}`);
  }
  return { session, agent };
}

const opened = ({ heard }: ScriptedRun) => heard.find(({ said }) => said === "open");

test("[A-25] a fork has the history up to the last turn by reference, and its agent is told where to branch off", async () => {
  const daemon = await testDaemon();
  const { session } = await sessionWithTurns(daemon, 2);
  const end = await daemon.event(session, ({ type, data }) => type === "turn_end" && data.turn === "t2");
  const { session: fork, created } = await daemon.client.fork(session);
  expect(created).toBe(true);
  expect(fork).toMatchObject({
    fork: { session, seq: end.seq, turn: "t2" },
    turns: 2,
    agent: "scripted",
    status: "idle",
  });
  expect(fork.usage).toEqual({ inputTokens: 0, outputTokens: 0, costUsd: 0 });

  const inherited = daemon.events(fork.id).filter(({ seq }) => seq <= end.seq);
  expect(inherited).toEqual(daemon.events(session).filter(({ seq }) => seq <= end.seq));
  expect(
    daemon
      .events(fork.id)
      .filter(({ seq }) => seq > end.seq)
      .map(({ type, session }) => [type, session]),
  ).toEqual([
    ["session_start", fork.id],
    ["selected", fork.id],
  ]);

  await daemon.send(fork.id, "another way");
  const agent = await daemon.run(2);
  const spent = { inputTokens: 200, outputTokens: 20, costUsd: 1 };
  const point = { nativeId: "native-1", mark: "mark-2", nextMark: null, isWhole: true, spent };
  expect(opened(agent)).toEqual({ said: "open", nativeId: expect.any(String), resumed: false, fork: point });
  agent.say({ type: "bound", nativeId: "native-2", provenance: "assigned" });
  await until("the prompt", () => agent.prompts.includes("another way"));
  expect((await daemon.ofType(fork.id, "turn_end")).data.turn).toBe("t1");
  agent.say({ type: "turn_end", reason: "completed", mark: "mark-3" });
  await daemon.event(fork.id, ({ type, data }) => type === "turn_end" && data.turn === "t3");
  expect(daemon.events(session).some(({ seq, type }) => seq > end.seq && type === "user_prompt")).toBe(false);
});

test("a fork at an earlier turn leaves out what came after it, and names the place to the agent", async () => {
  const daemon = await testDaemon();
  const { session } = await sessionWithTurns(daemon, 3);
  const { session: fork } = await daemon.client.fork(session, { at: { turn: "1" }, name: "other" });
  expect(fork).toMatchObject({ name: "other", fork: { turn: "t1" }, turns: 1, lastMessage: "answer 1" });
  await daemon.send(fork.id, "go");
  expect(opened(await daemon.run(2))).toMatchObject({
    fork: { nativeId: "native-1", mark: "mark-1", nextMark: "mark-2", isWhole: false, spent: { inputTokens: 100 } },
  });
});

test("a fork while a turn runs begins at the last turn that ended; what waits or is asked there is not taken over", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await sessionWithTurns(daemon, 1);
  await daemon.send(session, "prompt 2");
  await until("prompt 2", () => agent.prompts.includes("prompt 2"));
  await daemon.send(session, "prompt 3");
  const { session: fork } = await daemon.client.fork(session);
  expect(fork).toMatchObject({ fork: { turn: "t1" }, queued: 0, status: "idle" });
  const { state } = await daemon.client.session(fork.id);
  expect(state.binding).toMatchObject({ nativeId: null, run: null, fork: { mark: "mark-1", isWhole: false } });
});

test("a fork of a fork at a turn that it took over branches off from the conversation that had that turn", async () => {
  const daemon = await testDaemon();
  const { session } = await sessionWithTurns(daemon, 2);
  const first = (await daemon.client.fork(session)).session.id;
  await daemon.send(first, "own");
  const agent = await daemon.run(2);
  agent.say({ type: "bound", nativeId: "native-2", provenance: "assigned" });
  await until("the prompt", () => agent.prompts.includes("own"));
  agent.say({ type: "turn_end", reason: "completed", mark: "mark-own" });
  await daemon.event(first, ({ type, data }) => type === "turn_end" && data.turn === "t3");

  const second = (await daemon.client.fork(first, { at: { turn: "t1" } })).session;
  expect(second.fork).toMatchObject({ session, turn: "t1" });
  const third = (await daemon.client.fork(first)).session;
  expect(third.fork).toMatchObject({ session: first, turn: "t3" });
  const pointOf = async (id: string) => (await daemon.client.session(id)).state.binding.fork;
  expect(await pointOf(second.id)).toMatchObject({ nativeId: "native-1", mark: "mark-1", nextMark: "mark-2" });
  expect(await pointOf(third.id)).toMatchObject({
    ...{ nativeId: "native-2", mark: "mark-own", isWhole: true },
    // What its conversation has used began with that of the first.
    spent: { inputTokens: 200 },
  });
  expect(daemon.events(third.id).map(({ seq }) => seq)).toEqual(daemon.events(third.id).map((_, index) => index + 1));
});

test("a fork keeps its conversation over a restart of the daemon, and resumes under its own name", async () => {
  const daemon = await testDaemon();
  const { session } = await sessionWithTurns(daemon, 1);
  const fork = (await daemon.client.fork(session)).session.id;
  await daemon.send(fork, "own");
  const agent = await daemon.run(2);
  agent.say({ type: "bound", nativeId: "native-2", provenance: "assigned" });
  await until("the prompt", () => agent.prompts.includes("own"));
  await daemon.restart();
  agent.say(
    { type: "agent_message", data: { messageId: "own", text: "Yes." } },
    { type: "turn_end", reason: "completed" },
  );
  await daemon.event(fork, ({ type, data }) => type === "turn_end" && data.turn === "t2");
  agent.exit({ kind: "exited", code: 0 });
  await daemon.ofType(fork, "agent_exit");
  await daemon.send(fork, "more");
  expect(opened(await daemon.run(3))).toEqual({ said: "open", nativeId: "native-2", resumed: true });
});

test("a retry of a fork is the same fork; a turn that is not there is named with the last one", async () => {
  const daemon = await testDaemon();
  const { session } = await sessionWithTurns(daemon, 1);
  const id = "6f4f8b0e-0d5e-4f3a-9a2f-3a1f0c9d7e11";
  const made = await daemon.client.fork(session, { id });
  expect((await daemon.client.fork(session, { id })).session.id).toBe(made.session.id);
  await expect(daemon.client.fork(session, { at: { turn: "t7" } })).rejects.toMatchObject({
    code: "turn_not_found",
    message: "This session has no finished turn t7: the last one that ended is t1.",
  });
});

test("an agent that can only branch off as it stands does not when the source has gone on meanwhile", async () => {
  const daemon = await testDaemon();
  const [whole] = daemon.registry.list().map(
    (driver): Driver => ({
      ...driver,
      capabilities: { ...driver.capabilities, fork: "whole" },
    }),
  );
  daemon.registry = { ...daemon.registry, get: () => whole!, list: () => [whole!] };
  await daemon.restart();
  const { session, agent } = await sessionWithTurns(daemon, 1);
  const inTime = (await daemon.client.fork(session)).session.id;
  const late = (await daemon.client.fork(session)).session.id;
  await daemon.send(inTime, "go");
  expect(opened(await daemon.run(2))).toMatchObject({ fork: { isWhole: true } });
  await daemon.send(session, "prompt 2");
  await until("prompt 2", () => agent.prompts.includes("prompt 2"));
  await expect(daemon.client.fork(session)).rejects.toMatchObject({
    code: "capability_missing",
    message: "Scripted can fork a conversation only as it is now, and turn t2 is running.",
  });
  await daemon.send(late, "go");
  const { data } = await daemon.event(late, ({ type, session: by }) => type === "error" && by === late);
  expect(data).toMatchObject({ code: "start_failed", message: expect.stringContaining("has continued since") });
});

test("a session in which nothing was asked yet can be forked: both begin with nothing", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession("fix");
  const fork = (await daemon.client.fork(session)).session;
  expect(fork).toMatchObject({ name: "fix-2", turns: 0, fork: { session, turn: null } });
  await daemon.send(fork.id, "go");
  expect(opened(await daemon.run())).toEqual({ said: "open", nativeId: expect.any(String), resumed: false });
});

test("a fork works in the mode, with the model and within the limits that are set now, whichever turn it branches off", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession("fix");
  await daemon.client.setMode(session, "auto");
  await daemon.client.setLimits(session, { budgetUsd: 50, turnMinutes: 10 });
  await daemon.send(session, "prompt 1");
  const agent = await daemon.run();
  agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the prompt", () => agent.prompts.includes("prompt 1"));
  agent.say({ type: "turn_end", reason: "completed", mark: "mark-1" });
  await daemon.ofType(session, "turn_end");
  await daemon.client.setMode(session, "plan");
  await daemon.client.setModel(session, "large");
  await daemon.client.setLimits(session, { budgetUsd: 1 });

  const fork = (await daemon.client.fork(session, { at: { turn: "t1" } })).session;
  expect(fork.mode).toBe("plan");
  const { state } = await daemon.client.session(fork.id);
  expect(state.setting).toMatchObject({ mode: "plan", model: "large" });
  expect(state.limit.own).toEqual({ budgetUsd: 1, turnMinutes: 10 });
  await daemon.restart();
  const { state: kept } = await daemon.client.session(fork.id);
  expect(kept.setting).toMatchObject({ mode: "plan", model: "large" });

  await daemon.client.setMode(fork.id, "code");
  const ofFork = (await daemon.client.fork(fork.id, { at: { turn: "t1" } })).session.id;
  expect((await daemon.client.session(ofFork)).state.setting).toMatchObject({ mode: "code", model: "large" });
  expect((await daemon.client.session(ofFork)).state.limit.own).toEqual({ budgetUsd: 1, turnMinutes: 10 });
});

test("a fork of a session in which nothing was asked yet takes over what is set there", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession("fix");
  await daemon.client.setMode(session, "plan");
  await daemon.client.setLimits(session, { budgetUsd: 1 });
  const fork = (await daemon.client.fork(session)).session.id;
  const { state } = await daemon.client.session(fork);
  expect(state.setting.mode).toBe("plan");
  expect(state.limit.own).toEqual({ budgetUsd: 1 });
});

test("a session that is begun in place of another takes over what is set there, and nothing that was said", async () => {
  const daemon = await testDaemon();
  const { session } = await sessionWithTurns(daemon, 1);
  await daemon.client.setMode(session, "plan");
  await daemon.client.setModel(session, "large");
  await daemon.client.setLimits(session, { budgetUsd: 1 });
  const cleared = (await daemon.client.clear(session)).session;
  expect(cleared).toMatchObject({ mode: "plan", turns: 0 });
  const { state } = await daemon.client.session(cleared.id);
  expect(state.setting).toMatchObject({ mode: "plan", model: "large" });
  expect(state.limit.own).toEqual({ budgetUsd: 1 });
});

test("a session whose agent is no longer known here can't be forked, and that is said", async () => {
  const daemon = await testDaemon();
  const { session } = await sessionWithTurns(daemon, 1);
  await daemon.stop("stop");
  daemon.registry = { ...daemon.registry, get: () => null };
  await daemon.start();
  await expect(daemon.client.fork(session)).rejects.toMatchObject({
    code: "agent_unknown",
    facts: { agent: "scripted", allowed: ["scripted"] },
  });
});

test("a turn of a base that was deleted for good can't be branched off, and nobody gets a blank conversation instead", async () => {
  const daemon = await testDaemon();
  const { session } = await sessionWithTurns(daemon, 1);
  const { session: fork } = await daemon.client.fork(session);
  await daemon.client.trash(session);
  await daemon.client.emptyTrash();
  for (const wish of [{}, { at: { turn: "t1" } }])
    await expect(daemon.client.fork(fork.id, wish)).rejects.toMatchObject({
      code: "turn_not_found",
      message: expect.stringContaining("deleted for good"),
    });
});

test("[A-25] a fork whose base the agent no longer has is said plainly and started once; the next prompt tries again", async () => {
  const daemon = await testDaemon();
  const { session } = await sessionWithTurns(daemon, 2);
  const { session: fork } = await daemon.client.fork(session, { at: { turn: "1" } });
  await daemon.send(fork.id, "another way");
  const gone = {
    type: "resume_failed",
    message: "No message mark-1.",
    hint: "start a new session: skein new",
  } as const;
  const first = await daemon.run(2);
  first.say(gone);
  first.exit({ kind: "exited", code: 1 });
  const exit = await daemon.ofType(fork.id, "agent_exit");
  const { data } = await daemon.ofType(fork.id, "resume_failed");
  expect(data).toMatchObject({ nativeId: "native-1", message: "No message mark-1." });
  expect(data.hint).toBe(
    `fork the conversation as it is now: skein fork ${session}; or start a new session: skein new`,
  );
  expect((await daemon.client.session(fork.id)).session).toMatchObject({
    status: "error",
    reason: { code: "resume_failed" },
    queued: 1,
  });
  expect(daemon.events(fork.id).filter(({ seq, type }) => seq > exit.seq && type === "agent_start")).toEqual([]);

  await daemon.send(fork.id, "now?");
  expect(opened(await daemon.run(3))).toMatchObject({ resumed: false, fork: { nativeId: "native-1", mark: "mark-1" } });
});

test("[A-25] a fork that had said nothing in a conversation of its own begins at its base again", async () => {
  const daemon = await testDaemon();
  const { session } = await sessionWithTurns(daemon, 1);
  const { session: fork } = await daemon.client.fork(session);
  await daemon.send(fork.id, "another way");
  const first = await daemon.run(2);
  first.say({ type: "bound", nativeId: "native-2", provenance: "assigned" });
  await until("the prompt", () => first.prompts.includes("another way"));
  first.exit({ kind: "exited", code: 1 });
  await daemon.ofType(fork.id, "agent_exit");
  await daemon.send(fork.id, "again");
  const second = await daemon.run(3);
  second.say({ type: "resume_failed", message: "No conversation native-2.", hint: "start another: skein new" });
  expect(opened(await daemon.runInTime(4))).toMatchObject({ resumed: false, fork: { nativeId: "native-1" } });
});
