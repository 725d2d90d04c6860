import { describe, expect, test } from "vitest";
import type { ScriptedRun } from "../kit/scripted-agent.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

test("[C-16] mode and model take effect with the next prompt, in the process that runs already", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.client.setMode(session, "plan");
  await daemon.client.setModel(session, "large");
  await daemon.send(session, "two");
  expect(agent.heard.some(({ said }) => said === "configure")).toBe(false);
  agent.say({ type: "turn_end", reason: "completed" });
  await until("the second prompt", () => agent.prompts.includes("two"));
  expect(agent.heard.slice(-2)).toEqual([
    { said: "configure", mode: "plan", model: "large" },
    { said: "prompt", promptId: expect.any(String), text: "two" },
  ]);
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.send(session, "three");
  await until("the third prompt", () => agent.prompts.includes("three"));
  expect(agent.heard.filter(({ said }) => said === "configure")).toHaveLength(1);
});

test("a mode that only a new process can have gets one, which goes on with the conversation", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.client.setMode(session, "auto");
  await daemon.send(session, "two");
  const next = await daemon.run(2);
  expect(agent.stopped).toBe(true);
  expect(agent.prompts).toEqual(["one"]);
  expect(next.heard).toEqual([{ said: "open", nativeId: "native-1", resumed: true, mode: "auto" }]);
  next.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the second prompt", () => next.prompts.includes("two"));
  const ends = daemon.events(session).filter(({ type }) => type === "agent_exit" || type === "error");
  expect(ends).toMatchObject([{ type: "agent_exit", data: { outcome: "stopped" } }]);
});

test("a mode that is taken back ends with the process that has it: the next one works as the agent does by itself", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.client.setMode(session, "plan");
  await daemon.send(session, "two");
  await until("the second prompt", () => agent.prompts.includes("two"));
  agent.say({ type: "turn_end", reason: "completed", mark: "mark-2" });
  await daemon.client.setMode(session, null);
  expect((await daemon.client.session(session)).state.setting.mode).toBeNull();
  await daemon.send(session, "three");
  const next = await daemon.run(2);
  expect(agent.prompts).toEqual(["one", "two"]);
  next.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the third prompt", () => next.prompts.includes("three"));
  expect(next.heard.some(({ said }) => said === "configure")).toBe(false);

  await daemon.client.setModel(session, "large");
  next.say({ type: "turn_end", reason: "completed" });
  await daemon.send(session, "four");
  await until("the fourth prompt", () => next.prompts.includes("four"));
  const fork = (await daemon.client.fork(session, { at: { turn: "t2" } })).session;
  expect((await daemon.client.session(fork.id)).state.setting.mode).toBeNull();
});

test("a mode can't be taken back where the agent keeps it with its conversation", async () => {
  const daemon = await testDaemon();
  const [driver] = daemon.registry.list().map((one) => ({ ...one, forgetsMode: false }));
  daemon.registry = { ...daemon.registry, get: () => driver ?? null };
  await daemon.restart();
  const session = await daemon.newSession();
  // As long as none was set, there is nothing to go back from.
  await daemon.client.setMode(session, null);
  await daemon.client.setMode(session, "auto");
  await expect(daemon.client.setMode(session, null)).rejects.toMatchObject({
    code: "mode_unsupported",
    message: "Scripted can't return to its own default once a mode is set; set another one: code, plan, auto.",
  });
  expect((await daemon.client.session(session)).state.setting.mode).toBe("auto");
});

test.each<[string, (agent: ScriptedRun) => void]>([
  [
    "a background task",
    (agent) => agent.say({ type: "task_start", data: { taskId: "k1", kind: "command", title: "serve" } }),
  ],
  [
    "a process that it has left running",
    (agent) => {
      agent.hasBackgroundWork = true;
    },
  ],
])("[C-16] %s does not end with a change of mode: the driver is told that it would", async (_, begin) => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  begin(agent);
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  await daemon.client.setMode(session, "auto");
  await daemon.send(session, "two");
  await until("the second prompt", () => agent.prompts.includes("two"));
  expect(agent.stopped).toBe(false);
  expect(agent.heard.at(-2)).toEqual({ said: "configure", mode: "auto", model: null });
});

test("[C-16] a prompt waits until the agent has said what came of a wish", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.client.setModel(session, "slow");
  await daemon.send(session, "two");
  await until("the wish", () => agent.heard.at(-1)?.said === "configure");
  agent.say({ type: "notice", data: { kind: "said", text: "one moment" } });
  await daemon.ofType(session, "notice");
  // Whatever the mailbox does next comes after the step that would have delivered.
  await daemon.client.rename(session, "looked at");
  expect(agent.prompts).toEqual(["one"]);
  agent.say({ type: "model_changed", data: { model: "slow" } });
  await until("the second prompt", () => agent.prompts.includes("two"));
  expect(agent.heard.filter(({ said }) => said === "configure")).toHaveLength(1);
});

describe("[C-16] a wish that the agent never answers", () => {
  async function unanswered() {
    const daemon = await testDaemon();
    const { session, agent } = await daemon.working("one");
    agent.say({ type: "turn_end", reason: "completed" });
    await daemon.ofType(session, "turn_end");
    await daemon.client.setModel(session, "slow");
    await daemon.send(session, "two");
    await until("the wish", () => agent.heard.at(-1)?.said === "configure");
    return { daemon, session, agent };
  }

  async function isGivenUp({ daemon, session, agent }: Awaited<ReturnType<typeof unanswered>>): Promise<void> {
    daemon.clock.advance(60_000);
    await daemon.ofType(session, "agent_exit");
    expect(agent.prompts).toEqual(["one"]);
    const { state, session: row } = await daemon.client.session(session);
    expect(state.prompt).toMatchObject({ paused: true, queue: [{ text: "two" }] });
    expect(row).toMatchObject({
      status: "error",
      reason: { code: "wish_unanswered", text: "Scripted did not confirm the model slow within 1 minute." },
    });
    const { data } = await daemon.ofType(session, "error");
    expect(data.hint).toContain("skein queue <session> release");
  }

  test("ends the process, and the prompt is held", async () => {
    await isGivenUp(await unanswered());
  });

  test("is given up by another daemon, too", async () => {
    const scene = await unanswered();
    await scene.daemon.restart();
    await isGivenUp(scene);
  });

  test("goes to the next process once the queue is let go", async () => {
    const scene = await unanswered();
    await isGivenUp(scene);
    await scene.daemon.client.changeQueue(scene.session, { paused: false });
    const next = await scene.daemon.run(2);
    next.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
    await until("the second prompt", () => next.prompts.includes("two"));
  });

  test("is counted from when it was said: an earlier one that was answered takes nothing from its time", async () => {
    const { daemon, session, agent } = await unanswered();
    daemon.clock.advance(50_000);
    agent.say({ type: "model_changed", data: { model: "slow" } });
    await until("the second prompt", () => agent.prompts.includes("two"));
    agent.say({ type: "turn_end", reason: "completed" });
    await daemon.client.setMode(session, "plan");
    await daemon.send(session, "three");
    await until("the wish", () => agent.heard.at(-1)?.said === "configure");
    daemon.clock.advance(50_000);
    agent.say({ type: "model_changed", data: { model: "slow" } });
    await until("the third prompt", () => agent.prompts.includes("three"));
    expect(daemon.types(session)).not.toContain("error");
  });
});

describe("[C-16] a mode that the agent refuses", () => {
  async function refused() {
    const daemon = await testDaemon();
    const { session, agent } = await daemon.working("one");
    agent.say({ type: "turn_end", reason: "completed" });
    await daemon.ofType(session, "turn_end");
    await daemon.client.setMode(session, "plan");
    await daemon.send(session, "two");
    await daemon.send(session, "three");
    await until("the second prompt", () => agent.prompts.includes("two"));
    agent.say({ type: "error", data: { code: "mode_refused", message: "Scripted refused the mode plan." } });
    await daemon.ofType(session, "agent_exit");
    return { daemon, session, agent };
  }

  test("ends the process, and what waits is held", async () => {
    const { daemon, session, agent } = await refused();
    expect(agent.stopped).toBe(true);
    expect(agent.prompts).toEqual(["one", "two"]);
    const { state, session: row } = await daemon.client.session(session);
    expect(state.prompt).toMatchObject({ paused: true, queue: [{ text: "three" }] });
    expect(state.turn.last).toMatchObject({ reason: "interrupted" });
    expect(row).toMatchObject({ status: "error", reason: { text: "Scripted refused the mode plan." } });
  });

  test("is what the next process is started with, once the queue is let go", async () => {
    const { daemon, session } = await refused();
    await daemon.client.changeQueue(session, { paused: false });
    const next = await daemon.run(2);
    expect(next.heard).toMatchObject([{ said: "open", mode: "plan" }]);
    next.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
    await until("the third prompt", () => next.prompts.includes("three"));
  });
});

test("[C-16] a mode that the agent has left by itself is set again when people say so", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.client.setMode(session, "plan");
  await daemon.send(session, "two");
  agent.say({ type: "turn_end", reason: "completed" });
  await until("the second prompt", () => agent.prompts.includes("two"));
  agent.say({ type: "mode_changed", data: { mode: "auto" } }, { type: "turn_end", reason: "completed" });
  await until("the mode", async () => (await daemon.client.session(session)).state.binding.run?.mode === "auto");
  await daemon.client.setMode(session, "plan");
  await daemon.send(session, "three");
  await until("the third prompt", () => agent.prompts.includes("three"));
  expect(agent.heard.at(-2)).toEqual({ said: "configure", mode: "plan", model: null });
});

test("a mode that the agent does not have is refused with those that it has", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  const refused = daemon.client.setMode(session, "yolo");
  await expect(refused).rejects.toMatchObject({
    code: "mode_unsupported",
    message: 'Scripted has no mode "yolo"; it has: code, plan, auto.',
    facts: { allowed: ["code", "plan", "auto"] },
  });
  expect(daemon.types(session)).toEqual(["session_start", "selected"]);
});

test("what the agent says about its model and title is shown, and a person's name for the session stays", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("hello there");
  agent.say({ type: "model_changed", data: { model: "small-2" } }, { type: "renamed", data: { name: "Greeting" } });
  await daemon.ofType(session, "renamed");
  const { session: row, state } = await daemon.client.session(session);
  expect(row).toMatchObject({ model: "small-2", title: "Greeting", name: null });
  expect(state.setting).toEqual({ mode: null, model: null, seq: 0 });
});
