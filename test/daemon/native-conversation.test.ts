import { expect, test } from "vitest";
import { createMemoryLog, type Log } from "../../src/log/index.ts";
import { testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

test("a conversation that is gone is said plainly: its name is kept, nothing starts blank, the prompt waits", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  agent.say(
    { type: "agent_message", data: { messageId: "m1", text: "done" } },
    { type: "turn_end", reason: "completed" },
  );
  agent.exit({ kind: "exited", code: 0 });
  await daemon.ofType(session, "agent_exit");
  await daemon.send(session, "two");
  const second = await daemon.run(2);
  expect(second.heard[0]).toEqual({ said: "open", nativeId: "native-1", resumed: true });
  second.say({ type: "resume_failed", message: "No conversation native-1.", hint: "start another: skein new" });
  second.exit({ kind: "exited", code: 1 });
  const failed = await daemon.ofType(session, "resume_failed");
  expect(failed.data).toMatchObject({ nativeId: "native-1", message: "No conversation native-1." });
  await until("its end", () => daemon.types(session).filter((type) => type === "agent_exit").length === 2);
  const { session: row } = await daemon.client.session(session);
  expect(row).toMatchObject({ status: "error", reason: { code: "resume_failed" }, nativeId: "native-1", queued: 1 });
  expect(daemon.keeper.runs).toHaveLength(2);
  await daemon.send(session, "three");
  expect((await daemon.run(3)).heard[0]).toEqual({ said: "open", nativeId: "native-1", resumed: true });
});

test("[A-26] two sessions never hold one conversation: the oldest keeps it", async () => {
  const daemon = await testDaemon();
  const { session: first, agent } = await daemon.working("one");
  agent.say({ type: "turn_end", reason: "completed" });
  const second = await daemon.newSession();
  await daemon.send(second, "two");
  const thief = await daemon.run(2);
  thief.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  const error = await daemon.ofType(second, "error");
  expect(error.data).toMatchObject({ code: "native_id_taken", message: expect.stringContaining(first) });
  await daemon.ofType(second, "agent_exit");
  expect(thief.prompts).toEqual([]);
  expect((await daemon.client.session(second)).session).toMatchObject({ nativeId: null, queued: 1, status: "error" });
});

test("an agent that works without having been asked has a turn of its own, which a prompt ends", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  agent.say({ type: "turn_end", reason: "completed" });
  agent.say({ type: "agent_message", data: { messageId: "m9", text: "a job has finished" } });
  await daemon.event(session, ({ type, data }) => type === "turn_start" && data.promptId === null);
  expect((await daemon.client.session(session)).session.status).toBe("running");
  await daemon.send(session, "two");
  await until("two", () => agent.prompts.includes("two"));
  const turns = daemon.events(session).filter(({ type }) => type === "turn_start" || type === "turn_end");
  expect(turns.map(({ type, data }) => [type, (data as { turn: string }).turn])).toEqual([
    ["turn_start", "t1"],
    ["turn_end", "t1"],
    ["turn_start", "t2"],
    ["turn_end", "t2"],
    ["turn_start", "t3"],
  ]);
});

test("a turn in which nothing happens for ten minutes is stopped with an error; a quiet tool is left alone", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  agent.say({ type: "tool_call", data: { toolCallId: "c", title: "make", kind: "execute", status: "running" } });
  await daemon.ofType(session, "tool_call");
  daemon.clock.advance(11 * 60_000);
  agent.say({ type: "tool_call_update", data: { toolCallId: "c", status: "completed" } });
  await daemon.ofType(session, "tool_call_update");
  expect(daemon.types(session)).not.toContain("error");
  await until("the interrupt", () => {
    daemon.clock.advance(60_000);
    return agent.heard.some(({ said }) => said === "interrupt");
  });
  agent.say({ type: "turn_end", reason: "interrupted" });
  await daemon.ofType(session, "turn_end");
  expect((await daemon.ofType(session, "error")).data).toMatchObject({
    code: "silent",
    message: "The agent has printed nothing for 10 minutes, so its turn is stopped.",
  });
  expect((await daemon.client.session(session)).session).toMatchObject({ status: "error", reason: { code: "silent" } });
});

test("an agent that never gets ready is ended after a while, and what was sent waits for another prompt", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  await daemon.send(session, "one");
  await daemon.run();
  daemon.clock.advance(9 * 60_000);
  expect((await daemon.client.session(session)).session).toMatchObject({ status: "starting" });
  daemon.clock.advance(60_000);
  expect((await daemon.ofType(session, "error")).data).toMatchObject({
    code: "start_failed",
    message: "The agent has printed nothing for 10 minutes since it was started, so its process is ended.",
  });
  await daemon.ofType(session, "agent_exit");
  expect((await daemon.client.session(session)).session).toMatchObject({ status: "error", queued: 1 });
  await daemon.send(session, "two");
  const again = await daemon.run(2);
  again.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  await until("the first prompt", () => again.prompts.includes("one"));
});

test("a conversation in which the agent had said nothing yet is begun anew: nothing is lost by it", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  agent.exit({ kind: "exited", code: 1 });
  await daemon.ofType(session, "agent_exit");
  await daemon.send(session, "two");
  const second = await daemon.run(2);
  second.say({ type: "resume_failed", message: "No conversation native-1.", hint: "start another: skein new" });
  const third = await daemon.runInTime(3);
  expect(third.heard[0]).toMatchObject({ said: "open", resumed: false });
  third.say({ type: "bound", nativeId: "native-2", provenance: "reported" });
  await until("two", () => third.prompts.includes("two"));
});

test("an agent that calls its conversation by a flag is not worked with, and is not bound to that", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  await daemon.send(session, "one");
  const agent = await daemon.run();
  agent.say({ type: "bound", nativeId: "--yolo", provenance: "reported" });
  const error = await daemon.ofType(session, "error");
  expect(error.data).toMatchObject({ code: "start_failed", message: expect.stringContaining('"--yolo"') });
  await daemon.ofType(session, "agent_exit");
  expect(agent.prompts).toEqual([]);
  expect((await daemon.client.session(session)).session).toMatchObject({ nativeId: null, queued: 1, status: "error" });
});

test("the end of a turn that an agent calls by a flag ends the turn all the same, and is no place for a fork", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  agent.say({ type: "turn_end", reason: "completed", mark: "--entries" });
  const end = await daemon.ofType(session, "turn_end");
  expect(end.data).not.toHaveProperty("mark");
  expect((await daemon.ofType(session, "notice")).data).toMatchObject({ kind: "unfit_mark" });
});

test("a model that is a flag is refused when it is set", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  for (const value of ["--yolo", "-m", "a\nb", "x".repeat(201)])
    await expect(daemon.client.setModel(session, value)).rejects.toMatchObject({ code: "invalid_body" });
  await daemon.client.setModel(session, "vendor/model-1.5:free[1m]");
});

test("a name with a line or a paragraph separator is no line", async () => {
  const daemon = await testDaemon();
  const session = await daemon.newSession();
  for (const value of ["a\u2028b", "a\u2029b"])
    await expect(daemon.client.rename(session, value)).rejects.toMatchObject({ code: "invalid_body" });
});

test("what an agent would call the session is one short line, whatever it says", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working("one");
  agent.say({ type: "renamed", data: { name: `${"t".repeat(1_000_000)}\u2028two` } });
  const { data } = await daemon.ofType(session, "renamed");
  expect(data).toEqual({ name: "t".repeat(80) });
});

const UUID = "01a1eec8-44ce-7b50-b1d3-cb4dfa517113";

/** A session with a conversation of that name, and what a file would say that claims it in capitals. */
async function claimed(log: Log) {
  const daemon = await testDaemon(log);
  const session = await daemon.newSession("own");
  await daemon.send(session, "one");
  const agent = await daemon.run();
  agent.say({ type: "bound", nativeId: UUID, provenance: "reported" });
  await until("the prompt", () => agent.prompts.length > 0);
  agent.say({ type: "agent_message", data: { messageId: "m1", text: "noted" } });
  agent.say({ type: "turn_end", reason: "completed", mark: "m1" });
  await daemon.ofType(session, "turn_end");
  const lines = log.read({ session, after: 0, limit: 100 }).events.map(({ line }) => line);
  const file = Buffer.from(`${lines.join("\n").replaceAll(UUID, UUID.toUpperCase())}\n`);
  return { daemon, session, file };
}

async function* chunksOf(file: Buffer): AsyncGenerator<Uint8Array> {
  yield file;
}

test("[A-26] a file that claims a session's conversation in capitals does not get it, and nor does a fork", async () => {
  const { daemon, session, file } = await claimed(createMemoryLog());
  const { session: arrived, left } = await daemon.client.importSession(chunksOf(file), { asNew: true });
  expect(left).toContainEqual({
    what: "conversation",
    text: `the agent's conversation, as it belongs to session ${session}`,
  });
  await expect(daemon.client.fork(arrived?.id ?? "", {})).rejects.toMatchObject({ code: "capability_missing" });
});

test("[A-26] no fork branches off a conversation that belongs to another session", async () => {
  const memory = createMemoryLog();
  let isOld = false;
  // As a version that told capitals apart.
  const log = new Proxy(memory, {
    get: (target, key) => (key === "sessionOfNative" && isOld ? () => null : Reflect.get(target, key)),
  });
  const { daemon, session, file } = await claimed(log);
  isOld = true;
  const { session: arrived } = await daemon.client.importSession(chunksOf(file), { asNew: true });
  isOld = false;
  expect(arrived?.nativeId).toBe(UUID.toUpperCase());
  await expect(daemon.client.fork(arrived?.id ?? "", {})).rejects.toMatchObject({
    code: "capability_missing",
    message: `The agent can't resume this conversation: it belongs to session ${session}.`,
  });
  expect((await daemon.client.fork(session, {})).session.id).toBeTruthy();
});
