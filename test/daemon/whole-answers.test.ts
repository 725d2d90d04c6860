// What was shortened for reading never goes back to an agent: an answer says the whole of what was asked, or no.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClaudeDriver } from "../../src/agents/claude/driver.ts";
import { type Driver, placeholders } from "../../src/agents/index.ts";
import { createMemoryLog, type Log } from "../../src/log/index.ts";
import { asks, ready } from "../agents/claude/life.ts";
import { type ScriptedRun, scriptedRegistry } from "../kit/scripted-agent.ts";
import { TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

/** Says what it was asked once more with every yes. */
const claude: Driver = {
  ...createClaudeDriver({ transport: "stream" }),
  find: async () => ({ kind: "found", path: "claude", version: null }),
};

interface Scene {
  daemon: TestDaemon;
  session: string;
  agent: ScriptedRun;
}

async function working(log: Log = createMemoryLog()): Promise<Scene> {
  const daemon = new TestDaemon(log);
  daemon.registry = { get: () => claude, list: () => [claude], defaultAgent: async () => claude };
  await daemon.start();
  const session = await daemon.newSession();
  await daemon.send(session, "go");
  const agent = await daemon.run();
  say(agent, ready);
  await until("the prompt to arrive", () => JSON.stringify(agent.heard).includes('"go"'));
  return { daemon, session, agent };
}

const rules = ({ daemon }: Scene, text: string): void =>
  writeFileSync(join(daemon.paths.home, "policy.toml"), text, { mode: 0o600 });

const say = (agent: ScriptedRun, line: object): void => agent.raw(`${JSON.stringify(line)}\n`);

interface Reply {
  type: string;
  response: { request_id: string; response: { behavior: string; updatedInput?: object; message?: string } };
}

const reply = (agent: ScriptedRun): Promise<Reply["response"]["response"]> =>
  until("the agent's answer", () => {
    const lines = agent.heard as unknown as Reply[];
    return lines.find(({ type }) => type === "control_response")?.response.response;
  });

const asked = ({ daemon, session }: Scene) => daemon.event(session, ({ data }) => data.state === "asked");

const CONTENT = `a "quoted" \\ line 😀\n${"z".repeat(1_200_000)}\u0007 end`;
const writing = (daemon: TestDaemon) => ({ file_path: join(daemon.workspace, "big.txt"), content: CONTENT });

test("a yes to an edit of megabytes sends the whole of it back", async () => {
  const scene = await working();
  const input = writing(scene.daemon);
  say(scene.agent, asks("Write", input));
  const { data } = await asked(scene);
  await scene.daemon.client.answer(scene.session, String(data.id), { option: "allow" });
  expect(await reply(scene.agent)).toEqual({ behavior: "allow", updatedInput: input });
  await scene.daemon.event(scene.session, (event) => event.data.state === "applied");
});

test("a rule's yes does so, too", async () => {
  const scene = await working();
  rules(scene, '[[allow]]\nkinds = ["edit"]\npaths = ["**"]\n');
  const input = writing(scene.daemon);
  say(scene.agent, asks("Write", input));
  expect(await reply(scene.agent)).toEqual({ behavior: "allow", updatedInput: input });
  expect((await scene.daemon.event(scene.session, ({ data }) => data.state === "answered")).by.kind).toBe("policy");
});

test("a question that one daemon asked is answered whole by the next", async () => {
  const scene = await working();
  const input = writing(scene.daemon);
  say(scene.agent, asks("Write", input));
  const { data } = await asked(scene);
  // What one daemon writes down is no help to who would forge a mark for the next.
  expect(placeholders.isIn(JSON.stringify(scene.daemon.log.runs()))).toBe(false);
  await scene.daemon.restart();
  await scene.daemon.client.answer(scene.session, String(data.id), { option: "allow" });
  expect(await reply(scene.agent)).toEqual({ behavior: "allow", updatedInput: input });
});

test("what the log has lost is not said: the agent is told no, and people are told why", async () => {
  const log = createMemoryLog();
  let isLost = false;
  const scene = await working({ ...log, blob: (hash) => (isLost ? null : log.blob(hash)) });
  say(scene.agent, asks("Write", writing(scene.daemon)));
  const { data } = await asked(scene);
  isLost = true;
  await scene.daemon.client.answer(scene.session, String(data.id), { option: "allow" });
  expect(await reply(scene.agent)).toEqual({ behavior: "deny", message: expect.stringContaining("lost") });
  const states = scene.daemon.events(scene.session).flatMap(({ data }) => (data as { state?: string }).state ?? []);
  expect(states).toContain("stale");
  expect(states).not.toContain("applied");
  expect((await scene.daemon.ofType(scene.session, "error")).data).toMatchObject({ code: "answer_not_sent" });
});

test("an answer of the person's own reaches the agent whole, however long it is", async () => {
  const scene = await working();
  const questions = [{ question: "Which?", options: [{ label: "one" }] }];
  say(scene.agent, asks("AskUserQuestion", { questions }));
  const { data } = await asked(scene);
  const words = "because ".repeat(10_000);
  await scene.daemon.client.answer(scene.session, String(data.id), { option: "accept", content: { q1: words } });
  expect(await reply(scene.agent)).toMatchObject({ updatedInput: { answers: { "Which?": words } } });
});

test("an answer that the log has lost is not given, and the agent does not wait for it", async () => {
  const log = createMemoryLog();
  let isLost = false;
  const scene = await working({ ...log, blob: (hash) => (isLost ? null : log.blob(hash)) });
  say(scene.agent, asks("AskUserQuestion", { questions: [{ question: "Which?", options: [{ label: "one" }] }] }));
  const { data } = await asked(scene);
  isLost = true;
  const content = { q1: "because ".repeat(10_000) };
  await scene.daemon.client.answer(scene.session, String(data.id), { option: "accept", content });
  expect(await reply(scene.agent)).toMatchObject({ behavior: "deny" });
});

test("a prompt whose text the log has lost is withdrawn, and the next one is delivered", async () => {
  const log = createMemoryLog();
  const daemon = await testDaemon({ ...log, blob: () => null });
  const session = await daemon.newSession();
  await daemon.send(session, "p".repeat(100_000));
  await daemon.send(session, "the next one");
  const agent = await daemon.run();
  agent.say({ type: "bound", nativeId: "native-1", provenance: "reported" });
  const { data } = await daemon.ofType(session, "prompt_withdrawn");
  expect(data.reason).toBe("its text was lost when the log was damaged");
  await until("the next prompt", () => agent.prompts.includes("the next one"));
});

test("a question that can't be named in an answer is refused at once", async () => {
  const scene = await working();
  const label = "l".repeat(1_200_000);
  say(scene.agent, asks("AskUserQuestion", { questions: [{ question: "Which?", options: [{ label }] }] }));
  expect(await reply(scene.agent)).toMatchObject({ behavior: "deny" });
  expect((await scene.daemon.ofType(scene.session, "notice")).data).toMatchObject({ kind: "question_refused" });
  expect((await scene.daemon.client.inbox()).items).toEqual([]);
});

test("an answer that the agent no longer waits for does not count as applied", async () => {
  const scene = await working();
  say(scene.agent, asks("Bash", { command: "ls" }));
  const { data } = await asked(scene);
  // As after damage to the log: the driver has forgotten the question.
  const forgetful: Driver = { ...claude, answer: (state) => ({ state, facts: [], writes: [] }) };
  await scene.daemon.stop();
  scene.daemon.registry = { get: () => forgetful, list: () => [forgetful], defaultAgent: async () => forgetful };
  await scene.daemon.start();
  await scene.daemon.client.answer(scene.session, String(data.id), { option: "allow" });
  const closed = await scene.daemon.event(scene.session, (event) => event.data.state === "stale");
  expect(closed.data.reason).toBe("the agent no longer waits for the answer");
});

test("an agent that could be told only a part of what it waits for is told nothing, and stopped", async () => {
  const daemon = new TestDaemon(createMemoryLog());
  const [scripted] = scriptedRegistry.list();
  // Puts words of its own before what it read, so that nobody can tell any more what the whole of it would be.
  const quoting: Driver = {
    ...scripted!,
    read(state, text) {
      const reaction = scripted!.read(state, text);
      const [fact] = reaction.facts;
      if (fact?.type !== "agent_message") return reaction;
      return { ...reaction, writes: [JSON.stringify({ said: "quote", text: `you said: ${fact.data.text}` })] };
    },
  };
  daemon.registry = { get: () => quoting, list: () => [quoting], defaultAgent: async () => quoting };
  await daemon.start();
  const { session, agent } = await daemon.working();
  agent.say({ type: "agent_message", data: { messageId: "m1", text: "w".repeat(1_200_000) } });
  const error = await daemon.ofType(session, "error");
  expect(error.data).toMatchObject({ code: "not_sent_whole" });
  await daemon.ofType(session, "agent_exit");
  expect(JSON.stringify(agent.heard)).not.toContain("you said");
});
