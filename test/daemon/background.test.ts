// Work that goes on when the turn has ended: what a session is then, who is called and when, and what it takes to end it.
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { noLimits } from "../../src/core/index.ts";
import type { ScriptedRun } from "../kit/scripted-agent.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const MINUTE = 60_000;
const rest: Fact = { type: "turn_end", reason: "completed" };
const starts = (taskId: string): Fact => ({
  type: "task_start",
  data: { taskId, kind: "subagent", title: `look ${taskId}` },
});
const ends = (taskId: string, more: { wakes?: boolean } = {}): Fact => ({
  ...{ type: "task_end", taskId, outcome: "completed", summary: "Found it." },
  ...more,
});
const says = (text: string): Fact => ({ type: "agent_message", data: { messageId: text, text } });
const question = (taskId: string): Fact => ({
  type: "permission",
  data: {
    ...{ id: "q1", state: "asked", title: "Run `ls`", detail: "ls", taskId, toolCallId: "c1" },
    options: [
      { id: "yes", label: "Allow once", kind: "allow_once" },
      { id: "no", label: "Deny", kind: "reject_once" },
    ],
    request: { kind: "execute", tool: "Bash", command: "ls", paths: [] },
  },
});

const statusOf = async (daemon: TestDaemon, session: string) => {
  const { status, reason, background } = (await daemon.client.session(session)).session;
  return { status, code: reason.code, text: reason.text, tasks: background?.tasks ?? 0 };
};
const background = { status: "idle", code: "background", text: "idle, 1 task still runs", tasks: 1 };

/** Rests, while one task works. */
async function resting(daemon: TestDaemon): Promise<{ session: string; agent: ScriptedRun }> {
  const { session, agent } = await daemon.working("one");
  agent.say(starts("k1"), rest);
  await daemon.ofType(session, "turn_end");
  return { session, agent };
}

const turnsOf = (daemon: TestDaemon, session: string) =>
  daemon.events(session).flatMap(({ type, data }) => (type === "turn_start" ? [data] : []));

test("a session whose turn has ended rests in the background until the last task has ended, over a restart, too", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await resting(daemon);
  expect(await statusOf(daemon, session)).toEqual(background);
  await daemon.restart();
  agent.say(starts("k2"), ends("k1"));
  await daemon.ofType(session, "task_end");
  expect(await statusOf(daemon, session)).toEqual(background);
  agent.say(ends("k2"));
  await daemon.event(session, ({ type, data }) => type === "task_end" && data.taskId === "k2");
  expect(await statusOf(daemon, session)).toMatchObject({ status: "waiting", code: "finished", tasks: 0 });
});

test("a prompt goes to an agent that rests while its tasks work", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await resting(daemon);
  await daemon.send(session, "two");
  await until("the prompt to arrive", () => agent.prompts.includes("two"));
  agent.say(rest);
  await daemon.event(session, ({ type, data }) => type === "turn_end" && data.turn === "t2");
  expect(await statusOf(daemon, session)).toEqual(background);
  expect(daemon.keeper.runs).toHaveLength(1);
});

test("what a task does is no turn; its end can begin one, which belongs to no prompt", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await resting(daemon);
  const call = { toolCallId: "c1", title: "ls", kind: "execute", status: "running" as const, taskId: "k1" };
  agent.say({ type: "tool_call", data: call });
  await daemon.ofType(session, "tool_call");
  expect(await statusOf(daemon, session)).toEqual(background);
  agent.say(ends("k1", { wakes: true }), { type: "turn_start" });
  await daemon.event(session, ({ type, data }) => type === "turn_start" && data.promptId === null);
  expect((await statusOf(daemon, session)).status).toBe("running");
  agent.say(says("It is done."), rest);
  await daemon.event(session, ({ type, data }) => type === "turn_end" && data.turn === "t2");
  expect(turnsOf(daemon, session)).toHaveLength(2);
  const update = await daemon.event(
    session,
    ({ type, data }) => type === "tool_call_update" && data.toolCallId === "c1",
  );
  expect(update.data).toMatchObject({ status: "completed" });
});

test("a task's question is asked, and answered, whether a turn runs or not; a turn's end does not touch it", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await resting(daemon);
  await daemon.send(session, "two");
  await until("the prompt to arrive", () => agent.prompts.includes("two"));
  agent.say(question("k1"), rest);
  await daemon.event(session, ({ type, data }) => type === "turn_end" && data.turn === "t2");
  expect(await statusOf(daemon, session)).toMatchObject({ status: "waiting", code: "permission" });
  await daemon.restart();
  await daemon.client.answer(session, "q1", { option: "yes" });
  await until("the answer", () => agent.heard.some((one) => one.said === "answer" && one.option === "yes"));
  expect(await statusOf(daemon, session)).toEqual(background);
});

test("a task's question is open no longer than the task", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await resting(daemon);
  agent.say(question("k1"), ends("k1"));
  await daemon.ofType(session, "task_end");
  await expect(daemon.client.answer(session, "q1", { option: "yes" })).rejects.toMatchObject({
    code: "stale_permission",
  });
});

test("a rule for people's turns answers a task that began in one, and no other", async () => {
  const daemon = await testDaemon();
  writeFileSync(`${daemon.paths.home}/policy.toml`, '[[allow]]\ncommand = "ls"\n', { mode: 0o600 });
  const { session, agent } = await resting(daemon);
  agent.say(question("k1"));
  await until("the rule's answer", () => agent.heard.some((one) => one.said === "answer" && one.option === "yes"));
  // Began when no turn ran: nobody asked for it.
  agent.say(starts("k2"));
  const second = question("k2");
  if (second.type === "permission") agent.say({ ...second, data: { ...second.data, id: "q2" } as typeof second.data });
  await daemon.event(session, ({ type, data }) => type === "permission" && data.id === "q2");
  expect(await statusOf(daemon, session)).toMatchObject({ status: "waiting", code: "permission" });
});

test("people are called once, when the last task has ended", async () => {
  const daemon = await testDaemon();
  writeFileSync(daemon.paths.config, '[notify]\ncommand = ["notify-me"]\n[hooks]\nsession_start = ["looked"]\n');
  const kinds = () =>
    daemon.outlets.commands.flatMap(({ spec, input }) => (spec.line[0] === "notify-me" ? [input.kind] : []));
  const look = async () => {
    const other = await daemon.newSession();
    daemon.clock.advance(250);
    await until("the daemon to have looked", () =>
      daemon.outlets.commands.some(({ spec }) => spec.line[0] === "looked" && spec.env.SKEIN_SESSION === other),
    );
  };
  const { session, agent } = await daemon.working("one");
  daemon.clock.advance(2 * MINUTE);
  agent.say(starts("k1"), starts("k2"), rest);
  await daemon.ofType(session, "turn_end");
  await look();
  expect(kinds()).toEqual([]);
  agent.say(ends("k1"));
  await daemon.ofType(session, "task_end");
  await look();
  expect(kinds()).toEqual([]);
  agent.say(ends("k2", { wakes: true }));
  await daemon.event(session, ({ type, data }) => type === "task_end" && data.taskId === "k2");
  await look();
  expect(kinds()).toEqual([]);
  agent.say({ type: "turn_start" }, says("All done."), rest);
  await daemon.event(session, ({ type, data }) => type === "turn_end" && data.turn === "t2");
  await look();
  expect(kinds()).toEqual(["finished"]);
  await daemon.restart();
  await look();
  expect(kinds()).toEqual(["finished"]);
});

test("a process with background tasks is not parked, neither for time nor for room", async () => {
  const daemon = await testDaemon();
  daemon.limits = { ...noLimits, parkMinutes: 1 };
  daemon.liveProcesses = 1;
  const { session, agent } = await resting(daemon);
  daemon.clock.advance(90 * MINUTE);
  const other = await daemon.newSession();
  await daemon.send(other, "beside it");
  await daemon.run(2);
  await daemon.client.acknowledge(session, 1);
  expect(agent.stopped).toBe(false);
  agent.say(ends("k1"));
  await daemon.ofType(session, "task_end");
  daemon.clock.advance(2 * MINUTE);
  await daemon.ofType(session, "agent_parked");
});

test("background tasks hold no place among the sessions that work: another one may begin", async () => {
  const daemon = await testDaemon();
  daemon.runningSessions = 1;
  await resting(daemon);
  const other = await daemon.newSession();
  await daemon.send(other, "beside it");
  await daemon.run(2);
});

test("who ends the process is told what ends with it, and that is recorded before its end", async () => {
  const daemon = await testDaemon();
  const { session } = await resting(daemon);
  const { outcome } = await daemon.client.stop(session);
  expect(outcome.tasks).toEqual([{ taskId: "k1", kind: "subagent", title: "look k1" }]);
  await daemon.ofType(session, "agent_exit");
  const types = daemon.types(session);
  expect(types.indexOf("task_end")).toBeLessThan(types.indexOf("agent_exit"));
  expect((await daemon.ofType(session, "task_end")).data).toMatchObject({ taskId: "k1", outcome: "stopped" });
});

test("a process that dies takes its tasks and their questions with it", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await resting(daemon);
  agent.say(question("k1"));
  await daemon.ofType(session, "permission");
  agent.exit({ kind: "exited", code: 1 });
  await daemon.ofType(session, "agent_exit");
  expect((await daemon.ofType(session, "task_end")).data).toMatchObject({ outcome: "stopped" });
  const { state } = await daemon.client.session(session);
  expect([state.task.running, state.permission.open]).toEqual([[], []]);
});

test("a process that dies in its turn takes also the questions and tool calls of tasks beyond those that are named", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  agent.say(...Array.from({ length: 52 }, (_, n) => starts(`k${n}`)));
  agent.say({
    type: "tool_call",
    data: { toolCallId: "c1", title: "List", kind: "execute", status: "pending", taskId: "k51" },
  });
  agent.say(question("k51"));
  await daemon.ofType(session, "permission");
  agent.exit({ kind: "exited", code: 1 });
  await daemon.ofType(session, "agent_exit");
  const { state } = await daemon.client.session(session);
  expect([state.permission.open, state.toolCall.open]).toEqual([[], []]);
  const call = daemon.events(session).filter(({ type }) => type === "tool_call_update");
  expect(call.map(({ data }) => data)).toMatchObject([{ toolCallId: "c1", status: "cancelled" }]);
});

test("an abort at rest asks the agent to end its tasks, and each further one asks again", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await resting(daemon);
  const { outcome } = await daemon.client.interrupt(session);
  expect(outcome).toMatchObject({ ran: false, endsTasks: true, tasks: [{ title: "look k1" }] });
  await until("the wish", () => agent.heard.some(({ said }) => said === "stop_tasks"));
  await daemon.client.interrupt(session);
  await until("the second wish", () => agent.heard.filter(({ said }) => said === "stop_tasks").length === 2);
  agent.say(ends("k1"));
  await daemon.ofType(session, "task_end");
  await expect(daemon.client.interrupt(session)).rejects.toMatchObject({ code: "turn_not_running" });
});

test("a daemon that stops keeps agents with background tasks", async () => {
  const daemon = await testDaemon();
  const { agent } = await resting(daemon);
  const { keptAgents, stoppedAgents } = await daemon.client.drain();
  expect({ keptAgents, stoppedAgents, stopped: agent.stopped }).toEqual({
    ...{ keptAgents: 1, stoppedAgents: 0, stopped: false },
  });
});

test("a turn that says nothing is interrupted, whatever a task beside it does or asks", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await resting(daemon);
  const call = { toolCallId: "c1", title: "ls", kind: "execute", status: "running" as const, taskId: "k1" };
  agent.say({ type: "tool_call", data: call }, question("k1"));
  await daemon.ofType(session, "permission");
  await daemon.send(session, "two");
  await until("the prompt to arrive", () => agent.prompts.includes("two"));
  daemon.clock.advance(61 * MINUTE);
  expect((await daemon.ofType(session, "error")).data).toMatchObject({ code: "silent" });
});
