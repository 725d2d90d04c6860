import { expect, test } from "vitest";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";
import { withHeldQueue } from "./held-queue.ts";

test("[R-29] [C-06] a new session has a v4 id, is selected, and starts no process before the first prompt", async () => {
  const daemon = await testDaemon();
  const { session, workspace } = await daemon.client.create({ cwd: daemon.workspace, name: "fix" });
  expect(session.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(session).toMatchObject({ name: "fix", status: "idle", active: true, agent: "scripted", workspace });
  expect(daemon.types(session.id)).toEqual(["session_start", "selected"]);
  expect(daemon.keeper.runs).toEqual([]);
});

test("a prompt is queued, delivered once, answered, and its turn ends once", async () => {
  const daemon = await testDaemon();
  const { session, agent, promptId } = await daemon.working("hello");
  agent.say({ type: "agent_message", data: { messageId: "m1", text: "hi" } });
  agent.say({ type: "usage", inputTokens: 3, outputTokens: 1, costUsd: 0.5 });
  agent.say({ type: "turn_end", reason: "completed" });
  const end = await daemon.ofType(session, "turn_end");
  expect(end.data).toMatchObject({ turn: "t1", promptId, reason: "completed" });
  expect(daemon.types(session)).toEqual([
    "session_start",
    "selected",
    "prompt_queued",
    "agent_start",
    "agent_bound",
    "turn_start",
    "user_prompt",
    "agent_message",
    "usage",
    "turn_end",
  ]);
  expect(agent.prompts).toEqual(["hello"]);
  const { session: row } = await daemon.client.session(session);
  expect(row).toMatchObject({
    status: "waiting",
    reason: { code: "finished", seq: end.seq },
    usage: { inputTokens: 3, outputTokens: 1, costUsd: 0.5 },
  });
  await daemon.client.acknowledge(session, end.seq);
  expect((await daemon.client.session(session)).session.status).toBe("idle");
});

test("a prompt sent while the agent works waits for the turn's end and goes to the same process", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.send(session, "two");
  await daemon.send(session, "three");
  expect(agent.prompts).toEqual(["one"]);
  agent.say({ type: "turn_end", reason: "completed" });
  await until("two", () => agent.prompts.length === 2);
  agent.say({ type: "turn_end", reason: "completed" });
  await until("three", () => agent.prompts.length === 3);
  expect(agent.prompts).toEqual(["one", "two", "three"]);
  expect(daemon.keeper.runs).toHaveLength(1);
});

test("text goes on at once, and what follows within 20 ms is joined into one event", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const piece = (text: string) => agent.say({ type: "agent_message", data: { messageId: "m1", text } });
  const texts = () =>
    daemon
      .events(session)
      .flatMap((event) => (event.type === "agent_message" ? [(event.data as { text: string }).text] : []));
  piece("a");
  await until("the first piece", () => texts().length === 1);
  piece("b");
  piece("c");
  await until("the second event", () => {
    daemon.clock.advance(5);
    return texts().length === 2;
  });
  expect(texts()).toEqual(["a", "bc"]);
});

test("an interrupt reaches the agent, the turn ends once, and the queue is held, also when somebody sends something else", async () => {
  const { daemon, session, agent } = await withHeldQueue();
  expect((await daemon.client.session(session)).session).toMatchObject({ status: "idle", queued: 1 });
  await daemon.send(session, "three");
  await until("three", () => agent.prompts.includes("three"));
  expect(agent.prompts).toEqual(["one", "three"]);
  expect(daemon.types(session).filter((type) => type === "turn_end")).toHaveLength(1);
});

test("a turn that its driver has to have stopped is interrupted as a person's would be: an agent that does not heed it is ended", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  agent.say(
    { type: "tool_call", data: { toolCallId: "c1", title: "Run it", kind: "execute", status: "running" } },
    { type: "stop_turn" },
    { type: "stop_turn" },
  );
  await daemon.event(session, ({ type, data }) => type === "interrupt" && data.state === "sent");
  expect(agent.stopped).toBe(false);
  daemon.clock.advance(10_000);
  const end = await daemon.ofType(session, "turn_end");
  expect(end.data).toMatchObject({ turn: "t1", reason: "interrupted" });
  expect(agent.stopped).toBe(true);
  expect(agent.heard.filter(({ said }) => said === "interrupt")).toHaveLength(1);
});

test("an agent of which nothing runs has nothing to stop", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  agent.say({ type: "turn_end", reason: "completed" }, { type: "stop_turn" });
  await daemon.ofType(session, "turn_end");
  await daemon.send(session, "two");
  await until("the second prompt", () => agent.prompts.includes("two"));
  expect(daemon.types(session)).not.toContain("interrupt");
});

test("an agent that does not heed an interrupt is stopped, and the next prompt starts it again in the same conversation", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.client.interrupt(session);
  await daemon.event(session, ({ type, data }) => type === "interrupt" && data.state === "sent");
  daemon.clock.advance(10_000);
  const end = await daemon.ofType(session, "turn_end");
  expect(end.data).toMatchObject({ reason: "interrupted" });
  expect(agent.stopped).toBe(true);
  expect((await daemon.ofType(session, "agent_exit")).data).toMatchObject({ outcome: "stopped" });
  await daemon.send(session, "two");
  const second = await daemon.run(2);
  expect(second.heard).toEqual([{ said: "open", nativeId: "native-1", resumed: true }]);
});

test("[R-33] [C-15] kill ends the process and the turn, keeps the history, holds what was queued, and the next prompt opens the session again", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.send(session, "two");
  agent.say({ type: "tool_call", data: { toolCallId: "c1", title: "ls", kind: "execute", status: "running" } });
  await daemon.ofType(session, "tool_call");
  await daemon.client.stop(session);
  await daemon.ofType(session, "agent_exit");
  expect(agent.stopped).toBe(true);
  expect(daemon.types(session).slice(-6)).toEqual([
    "tool_call",
    "prompt_edited",
    "session_end",
    "tool_call_update",
    "turn_end",
    "agent_exit",
  ]);
  expect((await daemon.client.session(session)).session).toMatchObject({ status: "stopped", queued: 1 });
  await daemon.send(session, "three");
  const second = await daemon.run(2);
  expect(second.heard[0]).toEqual({ said: "open", nativeId: "native-1", resumed: true });
  expect(
    (await daemon.event(session, ({ type, data }) => type === "session_start" && data.resumed === true)).seq,
  ).toBeGreaterThan(0);
  second.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the prompt to arrive", () => second.prompts.includes("three"));
  second.say({ type: "turn_end", reason: "completed" });
  await daemon.event(session, ({ type, data }) => type === "turn_end" && data.reason === "completed");
  const { items } = await daemon.client.queue(session);
  expect(items.map(({ text, held }) => [text, held])).toEqual([["two", true]]);
  await daemon.client.editPrompt(session, items[0]?.promptId ?? "", { held: false });
  await until("what was held to arrive", () => second.prompts.includes("two"));
});

test("[R-35] the death of an agent is an event at once, and ends its turn as failed", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.exit({ kind: "signaled", signal: "SIGSEGV" });
  const exit = await daemon.ofType(session, "agent_exit");
  expect(exit.data).toMatchObject({ outcome: "crashed", signal: "SIGSEGV", text: "the agent was killed by SIGSEGV" });
  expect((await daemon.ofType(session, "turn_end")).data).toMatchObject({ reason: "failed" });
  expect((await daemon.client.session(session)).session).toMatchObject({ status: "error", reason: { code: "failed" } });
});

test("what an agent said last is taken before its end is recorded, half a line included", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.raw(`${JSON.stringify({ type: "agent_message", data: { messageId: "m", text: "last words" } })}\n{"type":"age`);
  agent.exit({ kind: "exited", code: 1 });
  await daemon.ofType(session, "agent_exit");
  const { data } = await daemon.ofType(session, "notice");
  expect(data).toEqual({ kind: "partial_line", text: "the agent ended in the middle of a line", raw: '{"type":"age' });
  expect(daemon.types(session).slice(-4)).toEqual(["agent_message", "notice", "turn_end", "agent_exit"]);
});

test("an agent that dies at each start is tried three times, not for ever, and a new prompt tries again", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  await daemon.send(session, "go");
  for (const n of [1, 2]) (await daemon.run(n)).exit({ kind: "exited", code: 127 });
  // The last try is not made at once.
  (await daemon.runInTime(3)).exit({ kind: "exited", code: 127 });
  const error = await daemon.ofType(session, "error");
  expect(error.data).toMatchObject({ code: "crash_loop" });
  expect((await daemon.client.session(session)).session).toMatchObject({
    status: "error",
    reason: { code: "crash_loop" },
    queued: 1,
  });
  expect(daemon.keeper.runs).toHaveLength(3);
  await daemon.send(session, "again");
  const fourth = await daemon.run(4);
  fourth.say({ type: "bound", nativeId: "n", provenance: "reported" });
  await until("the first prompt", () => fourth.prompts.includes("go"));
});

test("an agent that prints without end is stopped with an error, and the next prompt goes on in a new run", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const text = "x".repeat(100_000);
  for (let n = 0; n < 100; n++) agent.say({ type: "agent_message", data: { messageId: `m${n}`, text } });
  await daemon.ofType(session, "agent_exit");
  expect(agent.stopped).toBe(true);
  expect((await daemon.ofType(session, "error")).data).toMatchObject({ code: "spool_limit" });
  await daemon.send(session, "again");
  expect((await daemon.run(2)).heard[0]).toEqual({ said: "open", nativeId: "native-1", resumed: true });
});
