import { expect, test } from "vitest";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

test("[R-22] [R-23] an agent goes on while no daemon runs, and the next one takes up its words exactly once", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.say({ type: "agent_message", data: { messageId: "m1", text: "before" } });
  await daemon.ofType(session, "agent_message");
  await daemon.stop("keep");
  agent.say({ type: "agent_message", data: { messageId: "m2", text: "meanwhile" } });
  await daemon.start();
  agent.say(
    { type: "agent_message", data: { messageId: "m3", text: "after" } },
    { type: "turn_end", reason: "completed" },
  );
  await daemon.ofType(session, "turn_end");
  const texts = daemon
    .events(session)
    .flatMap(({ type, data }) => (type === "agent_message" ? [(data as { text: string }).text] : []));
  expect(texts).toEqual(["before", "meanwhile", "after"]);
  expect(daemon.keeper.runs).toHaveLength(1);
});

test("a prompt cut short in the middle by a crash is completed, not repeated", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("a prompt that the daemon dies over");
  const whole = agent.inputBytes;
  await daemon.stop("keep");
  agent.forgetInputAfter(whole - 10);
  await daemon.start();
  await until("the rest", () => agent.inputBytes === whole);
  expect(agent.prompts).toEqual(["a prompt that the daemon dies over"]);
  expect(daemon.types(session).filter((type) => type === "user_prompt")).toHaveLength(1);
});

test("a prompt that was queued when the daemon went away is delivered by the next one", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.send(session, "two");
  await daemon.stop("keep");
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.start();
  await until("two", () => agent.prompts.includes("two"));
  expect(agent.prompts).toEqual(["one", "two"]);
});

test("[R-34] ending the daemon with its agents stops each and records it; what was queued is held", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.send(session, "two");
  await daemon.stop("stop");
  expect(agent.stopped).toBe(true);
  expect(daemon.types(session).slice(-2)).toEqual(["turn_end", "agent_exit"]);
  await daemon.start();
  await daemon.client.changeQueue(session, { paused: false });
  const second = await daemon.run(2);
  second.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("two", () => second.prompts.includes("two"));
  expect(second.prompts).toEqual(["two"]);
});

test("[R-34] a daemon that is there to end agents keeps what they said, ends each, and begins nothing that waits", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  await daemon.send(session, "two");
  await daemon.stop("keep");
  agent.say(
    { type: "agent_message", data: { messageId: "m1", text: "done" } },
    { type: "turn_end", reason: "completed" },
  );
  await daemon.start({ endsAgents: true });
  await daemon.stop();
  expect(agent.stopped).toBe(true);
  expect(agent.prompts).toEqual(["one"]);
  expect(
    daemon
      .types(session)
      .filter((type) => type !== "queue_paused")
      .slice(-3),
  ).toEqual(["agent_message", "turn_end", "agent_exit"]);
  // Not for a session whose agent has ended before, either.
  await daemon.start({ endsAgents: true });
  await daemon.stop();
  expect(daemon.keeper.runs).toHaveLength(1);
  await daemon.start();
  await daemon.client.changeQueue(session, { paused: false });
  const second = await daemon.run(2);
  second.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("two", () => second.prompts.includes("two"));
});

test("a plain end of the daemon keeps agents that work and stops those that rest", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  expect(await daemon.client.drain()).toEqual({ stoppedAgents: 0, keptAgents: 1 });
  await daemon.stop();
  await daemon.start();
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  expect(await daemon.client.drain()).toEqual({ stoppedAgents: 1, keptAgents: 0 });
  expect(agent.stopped).toBe(true);
});

test("an end of the daemon with all of its agents holds what is queued: the next daemon begins nothing by itself", async () => {
  const daemon = await testDaemon();
  const { session } = await daemon.working();
  await daemon.send(session, "two");
  const resting = await daemon.newSession("rests");
  const at = new Date(Date.parse(daemon.clock.now()) + 60_000).toISOString();
  await daemon.client.prompt(resting, { content: [{ type: "text", text: "three" }], notBefore: at });
  await daemon.stop("stop");
  await daemon.start();
  expect(await daemon.client.queue(session)).toMatchObject({ paused: true, items: [{ text: "two" }] });
  expect(await daemon.client.queue(resting)).toMatchObject({ paused: true, items: [{ text: "three" }] });
  expect(daemon.keeper.runs).toHaveLength(1);
  await daemon.client.changeQueue(session, { paused: false });
  expect((await daemon.run(2)).heard[0]).toMatchObject({ said: "open", nativeId: "native-1" });
});

test("an agent that died while no daemon ran is found dead, and its turn is closed", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  await daemon.stop("keep");
  agent.exit({ kind: "lost" });
  await daemon.start();
  expect((await daemon.ofType(session, "agent_exit")).data).toMatchObject({ outcome: "lost" });
  expect((await daemon.ofType(session, "turn_end")).data).toMatchObject({ reason: "interrupted" });
});

test("an interrupt that was sent before a restart still ends an agent that does not heed it", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  await daemon.client.interrupt(session);
  await daemon.event(session, ({ type, data }) => type === "interrupt" && data.state === "sent");
  await daemon.restart();
  daemon.clock.advance(10_000);
  expect((await daemon.ofType(session, "turn_end")).data).toMatchObject({ reason: "interrupted" });
  expect(agent.stopped).toBe(true);
});

test("the state after a restart is the state before it, also for a long log", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  for (let n = 0; n < 1200; n++) agent.say({ type: "notice", data: { kind: "n", text: `${n}` } });
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.ofType(session, "turn_end");
  const before = await daemon.client.session(session);
  await daemon.restart();
  expect(await daemon.client.session(session)).toEqual(before);
});

test("a run whose agent is no longer configured is stopped and recorded, not left behind", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  await daemon.stop("keep");
  daemon.registry = { ...daemon.registry, get: () => null };
  await daemon.start();
  expect((await daemon.ofType(session, "agent_exit")).data).toMatchObject({ outcome: "lost" });
  expect(agent.stopped).toBe(true);
});
