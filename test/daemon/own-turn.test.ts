// A turn that no prompt belongs to: the agent woke up by itself, or said something after it had answered its prompt.
import { expect, test } from "vitest";
import type { Driver } from "../../src/agents/index.ts";
import { createAcpDriver } from "../../src/agents/kit/acp/driver.ts";
import { createMemoryLog } from "../../src/log/index.ts";
import type { ScriptedRun } from "../kit/scripted-agent.ts";
import { TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

const MINUTE = 60_000;

const acp: Driver = {
  ...createAcpDriver({ id: "mine", title: "Mine", command: "mine", args: [], env: {}, install: "get mine" }),
  find: async () => ({ kind: "found", path: "mine", version: null }),
};

interface Message {
  id: number;
  method: string;
}

const asked = (agent: ScriptedRun, method: string): Promise<Message> =>
  until(method, () => (agent.heard as unknown as Message[]).findLast((one) => one.method === method));

const say = (agent: ScriptedRun, line: object): void => agent.raw(`${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`);

const update = (agent: ScriptedRun, sessionUpdate: string, fields: object = {}): void =>
  say(agent, { method: "session/update", params: { sessionId: "s-1", update: { sessionUpdate, ...fields } } });

const chunk = (text: string) => ({ content: { type: "text", text } });

/** An agent by ACP that has answered its first prompt. */
async function answered(): Promise<{ daemon: TestDaemon; session: string; agent: ScriptedRun }> {
  const daemon = new TestDaemon(createMemoryLog());
  daemon.registry = { get: () => acp, list: () => [acp], defaultAgent: async () => acp };
  await daemon.start();
  const session = await daemon.newSession();
  await daemon.send(session, "go");
  const agent = await daemon.run();
  say(agent, { id: (await asked(agent, "initialize")).id, result: { protocolVersion: 1, agentCapabilities: {} } });
  say(agent, { id: (await asked(agent, "session/new")).id, result: { sessionId: "s-1" } });
  const prompt = await asked(agent, "session/prompt");
  update(agent, "agent_message_chunk", chunk("hello wor"));
  say(agent, { id: prompt.id, result: { stopReason: "end_turn" } });
  await daemon.event(session, isEnd("t1"));
  // So that the next piece of text counts as the first of a new moment.
  daemon.clock.advance(20);
  return { daemon, session, agent };
}

const isStart = (turn: string) => (event: { type: string; data: Record<string, unknown> }) =>
  event.type === "turn_start" && event.data.turn === turn;
const isEnd = (turn: string) => (event: { type: string; data: Record<string, unknown> }) =>
  event.type === "turn_end" && event.data.turn === turn;

test.for([
  ["text", "agent_message_chunk", chunk("ld")],
  ["a thought", "agent_thought_chunk", chunk("hm")],
  ["a plan", "plan", { entries: [] }],
  ["a call that is over", "tool_call", { toolCallId: "c", title: "t", status: "completed" }],
] as const)(
  "%s after the answer to a prompt is a turn of its own, which ends as completed after five quiet seconds",
  async ([, kind, fields]) => {
    const { daemon, session, agent } = await answered();
    update(agent, kind, fields);
    await daemon.event(session, isStart("t2"));
    daemon.clock.advance(4_900);
    await daemon.client.session(session);
    expect(daemon.events(session).filter(({ type }) => type === "turn_end")).toHaveLength(1);
    daemon.clock.advance(200);
    expect((await daemon.event(session, isEnd("t2"))).data).toMatchObject({ promptId: null, reason: "completed" });
    daemon.clock.advance(30 * MINUTE);
    expect((await daemon.client.session(session)).session).toMatchObject({
      status: "waiting",
      reason: { code: "finished" },
    });
    await daemon.send(session, "more");
    await until(
      "the next prompt",
      () => agent.heard.filter((one) => "method" in one && one.method === "session/prompt").length === 2,
    );
    expect(daemon.types(session)).not.toContain("error");
    expect(daemon.types(session)).not.toContain("notice");
  },
);

test("what the agent goes on saying, a call and a question keep such a turn open", async () => {
  const { daemon, session, agent } = await answered();
  update(agent, "tool_call", { toolCallId: "c", title: "make", kind: "execute", status: "in_progress" });
  await daemon.event(session, isStart("t2"));
  daemon.clock.advance(MINUTE);
  const options = [
    { optionId: "y", name: "Yes", kind: "allow_once" },
    { optionId: "n", name: "No", kind: "reject_once" },
  ];
  const params = { sessionId: "s-1", toolCall: { toolCallId: "c", title: "make" }, options };
  say(agent, { id: 77, method: "session/request_permission", params });
  const question = await daemon.ofType(session, "permission");
  update(agent, "tool_call_update", { toolCallId: "c", status: "completed" });
  await daemon.event(session, ({ type, data }) => type === "tool_call_update" && data.status === "completed");
  daemon.clock.advance(MINUTE);
  await daemon.client.answer(session, question.data.id as string, { option: "y" });
  await daemon.event(session, ({ data }) => data.state === "applied");
  for (const text of ["a", "b", "c"]) {
    daemon.clock.advance(4_000);
    update(agent, "agent_message_chunk", chunk(text));
    await daemon.event(session, ({ type, data }) => type === "agent_message" && data.text === text);
  }
  expect((await daemon.client.session(session)).state.turn.open).toMatchObject({ turn: "t2" });
  daemon.clock.advance(5_000);
  expect((await daemon.event(session, isEnd("t2"))).data).toMatchObject({ reason: "completed" });
});

test("a question in such a turn is kept for its answer: a prompt waits behind it, and goes once it is answered", async () => {
  const { daemon, session, agent } = await answered();
  update(agent, "tool_call", { toolCallId: "c", title: "make", kind: "execute", status: "in_progress" });
  await daemon.event(session, isStart("t2"));
  const options = [
    { optionId: "y", name: "Yes", kind: "allow_once" },
    { optionId: "n", name: "No", kind: "reject_once" },
  ];
  const params = { sessionId: "s-1", toolCall: { toolCallId: "c", title: "make" }, options };
  say(agent, { id: 77, method: "session/request_permission", params });
  const question = await daemon.ofType(session, "permission");
  await daemon.send(session, "more");
  const { state } = await daemon.client.session(session);
  expect(state.permission.open).toMatchObject([{ state: "asked" }]);
  expect(state.turn.open).toMatchObject({ turn: "t2" });
  expect(state.prompt.queue).toHaveLength(1);
  await daemon.client.answer(session, question.data.id as string, { option: "y" });
  await until("the agent hears the answer", () => agent.heard.some((one) => "id" in one && one.id === 77));
  await until(
    "the prompt goes",
    () => agent.heard.filter((one) => "method" in one && one.method === "session/prompt").length === 2,
  );
  expect(daemon.events(session).filter(({ data }) => (data as { state?: string }).state === "stale")).toEqual([]);
});

test("a turn that ends by quiet does so also under the next daemon", async () => {
  const { daemon, session, agent } = await answered();
  update(agent, "agent_message_chunk", chunk("ld"));
  await daemon.event(session, isStart("t2"));
  await daemon.restart();
  daemon.clock.advance(5_000);
  expect((await daemon.event(session, isEnd("t2"))).data).toMatchObject({ reason: "completed" });
});

test("an agent that tells the ends of its own turns works on however quiet it is", async () => {
  const { daemon, session, agent } = await answered();
  const origin = (kind: string) => ({ used: 1, size: 2, _meta: { "_claude/origin": { kind } } });
  update(agent, "usage_update", origin("human"));
  update(agent, "agent_message_chunk", chunk("the build has finished"));
  await daemon.event(session, isStart("t2"));
  daemon.clock.advance(5 * MINUTE);
  expect((await daemon.client.session(session)).session.status).toBe("running");
  update(agent, "usage_update", origin("task"));
  expect((await daemon.event(session, isEnd("t2"))).data).toMatchObject({ reason: "completed" });
});

test("a turn of its own in which nothing happens for ten minutes is stopped without a failure", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.say({ type: "turn_end", reason: "completed" }, { type: "turn_start" });
  await daemon.event(session, isStart("t2"));
  await until("the interrupt", () => {
    daemon.clock.advance(MINUTE);
    return agent.heard.some(({ said }) => said === "interrupt");
  });
  agent.say({ type: "turn_end", reason: "interrupted" });
  await daemon.event(session, isEnd("t2"));
  expect((await daemon.ofType(session, "notice")).data).toMatchObject({ kind: "silent" });
  expect(daemon.types(session)).not.toContain("error");
  expect((await daemon.client.session(session)).session.status).not.toBe("error");
});
