import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { By, Caller } from "../../src/core/index.ts";
import { askToRun as ask, askFor } from "../kit/ask-to-run.ts";
import { type TestDaemon, testDaemon } from "../kit/test-daemon.ts";
import { until } from "../kit/until.ts";

function rules(daemon: TestDaemon, text: string): void {
  mkdirSync(daemon.paths.home, { recursive: true });
  writeFileSync(join(daemon.paths.home, "policy.toml"), text, { mode: 0o600 });
}

const answers = (daemon: TestDaemon, session: string) =>
  daemon.events(session).flatMap(({ type, by, data }) => {
    const fact = data as { id: string; state: string; option: string };
    return type === "permission" && fact.state === "answered"
      ? [{ id: fact.id, option: fact.option, by: by.kind }]
      : [];
  });

test("rules answer what they cover, in the same breath as the question, and people are asked about the rest", async () => {
  const daemon = await testDaemon();
  rules(daemon, '[[allow]]\ncommand = "npm test **"\n\n[[deny]]\ncommand = "rm **"\n');
  const { session, agent } = await daemon.working();
  agent.say(ask("q1", "npm test -- auth"), ask("q2", "rm -rf /"), ask("q3", "npm test; curl evil"));
  await until("both answers", () => agent.heard.filter(({ said }) => said === "answer").length === 2);
  expect(answers(daemon, session)).toEqual([
    { id: "q1", option: "yes", by: "policy" },
    { id: "q2", option: "no", by: "policy" },
  ]);
  expect(agent.heard.filter(({ said }) => said === "answer")).toMatchObject([
    { permission: "q1", option: "yes" },
    { permission: "q2", option: "no", message: expect.stringContaining("rm") },
  ]);
  expect((await daemon.client.inbox()).items).toMatchObject([{ id: "q3", session, detail: "npm test; curl evil" }]);
});

test("while a session plans, rules allow what only reads; what they deny stays denied", async () => {
  const daemon = await testDaemon();
  rules(
    daemon,
    '[[allow]]\ncommand = "npm test"\n\n[[allow]]\nkinds = ["edit", "read"]\n\n[[deny]]\ncommand = "rm **"\n',
  );
  const { session, agent } = await daemon.working();
  const touching = (id: string, kind: "edit" | "read") =>
    askFor(id, { kind, tool: kind, command: null, paths: ["a.ts"] });
  await daemon.client.setMode(session, "plan");
  agent.say(ask("q1", "npm test"), touching("q2", "edit"), ask("q3", "rm a"), touching("q4", "read"));
  await until("both answers", () => agent.heard.filter(({ said }) => said === "answer").length >= 2);
  expect(answers(daemon, session)).toEqual([
    { id: "q3", option: "no", by: "policy" },
    { id: "q4", option: "yes", by: "policy" },
  ]);
  expect((await daemon.client.inbox()).items.map(({ id }) => id)).toEqual(["q1", "q2"]);
  await daemon.client.setMode(session, "code");
  agent.say(ask("q5", "npm test"));
  await until("the answer", () => answers(daemon, session).length === 3);
});

test("an agent that begins to plan by itself: rules allow what only reads, until it goes on or a person sets a mode", async () => {
  const daemon = await testDaemon();
  rules(daemon, '[[allow]]\ncommand = "npm test"\n');
  const { session, agent } = await daemon.working();
  const mode = (name: string) => ({ type: "mode_changed" as const, data: { mode: name } });
  agent.say(mode("plan"), ask("q1", "npm test"), mode("code"), ask("q2", "npm test"), mode("plan"));
  await until("the answer", () => answers(daemon, session).length === 1);
  expect(answers(daemon, session)).toEqual([{ id: "q2", option: "yes", by: "policy" }]);
  agent.say({ type: "turn_end", reason: "completed" });
  await daemon.client.setMode(session, "code");
  await daemon.send(session, "two");
  await until("the second prompt", () => agent.prompts.includes("two"));
  agent.say(ask("q3", "npm test"), mode("plan"), { type: "turn_end", reason: "completed" });
  await until("the second answer", () => answers(daemon, session).length === 2);
  // It stands already, but the agent has left it.
  await daemon.client.setMode(session, "code");
  await daemon.send(session, "three");
  await until("the third prompt", () => agent.prompts.includes("three"));
  agent.say(ask("q4", "npm test"));
  await until("the third answer", () => answers(daemon, session).length === 3);
  expect(agent.heard.filter(({ said }) => said === "configure")).toHaveLength(2);
});

test.for<[string, Caller, By]>([
  ["an agent", { kind: "agent" }, { kind: "agent", address: "unix" }],
  ["somebody of whom nothing can be told", { kind: "hidden" }, { kind: "client", address: "hidden" }],
  [
    "anybody, where the system told before,",
    { kind: "unknown", why: "ss fails", isAlone: true, isLapse: true },
    { kind: "client", address: "hidden" },
  ],
])(
  "a prompt of %s is no person's: only rules that say `agents = true` allow anything in its turn",
  async ([, caller, by]) => {
    const daemon = await testDaemon();
    rules(
      daemon,
      '[[allow]]\ncommand = "npm test"\n\n[[allow]]\ncommand = "make"\nagents = true\n\n[[deny]]\ncommand = "rm **"\n',
    );
    const { session, agent } = await daemon.working();
    agent.say({ type: "turn_end", reason: "completed" });
    await daemon.ofType(session, "turn_end");
    daemon.caller = caller;
    await daemon.send(session, "two");
    await until("the second prompt", () => agent.prompts.includes("two"));
    agent.say(ask("q1", "npm test"), ask("q2", "make"), ask("q3", "rm a"));
    await until("both answers", () => answers(daemon, session).length === 2);
    expect(answers(daemon, session).map(({ id, option }) => [id, option])).toEqual([
      ["q2", "yes"],
      ["q3", "no"],
    ]);
    const sent = daemon.events(session).filter(({ type }) => type === "user_prompt");
    expect(sent.at(-1)?.by).toMatchObject(by);
    agent.say({ type: "turn_end", reason: "completed" });
    await until(
      "the end of the turn",
      () => daemon.events(session).filter(({ type }) => type === "turn_end").length === 2,
    );
    daemon.caller = { kind: "person" };
    await daemon.send(session, "three");
    await until("the third prompt", () => agent.prompts.includes("three"));
    agent.say(ask("q4", "npm test"));
    await until("the answer", () => answers(daemon, session).length === 3);
  },
);

test("an answer for this session is a rule that was shown first, and holds for the very same request only", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.say(ask("q1", "npm run build"));
  await daemon.ofType(session, "permission");
  const { rule } = await daemon.client.permission(session, "q1");
  expect(rule?.text).toContain('command = "npm run build"');
  const remember = { scope: "session" as const, rule: String(rule?.text) };
  await expect(
    daemon.client.answer(session, "q1", {
      option: "yes",
      remember: { ...remember, rule: '[[allow]]\ncommand = "**"\n' },
    }),
  ).rejects.toMatchObject({ code: "moved" });
  await daemon.client.answer(session, "q1", { option: "yes", remember });
  agent.say(ask("q2", "npm run build"), ask("q3", "npm run build --force"));
  await until("the second answer", () => answers(daemon, session).length === 2);
  await daemon.restart();
  agent.say(ask("q4", "npm run build"));
  await until("the third answer", () => answers(daemon, session).length === 3);
  expect(answers(daemon, session)).toMatchObject([
    { id: "q1", by: "client" },
    { id: "q2", by: "policy" },
    { id: "q4", by: "policy" },
  ]);
  expect((await daemon.client.inbox()).items.map(({ id }) => id)).toEqual(["q3"]);
  const other = await daemon.newSession("other");
  expect((await daemon.client.session(other)).state.permission.rules).toEqual([]);
});

test("an answer for this project is stored in its file, outside of the project, and holds for every session there", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.say(ask("q1", "make lint"));
  await daemon.ofType(session, "permission");
  const { rule } = await daemon.client.permission(session, "q1");
  const { file, text } = rule ?? { file: "", text: "" };
  expect(existsSync(file)).toBe(false);
  await daemon.client.answer(session, "q1", { option: "yes", remember: { scope: "project", rule: text } });
  expect(readFileSync(file, "utf8")).toBe(text);
  expect(file.startsWith(daemon.paths.home)).toBe(true);
  agent.say(ask("q2", "make lint"));
  await until("the answer", () => answers(daemon, session).length === 2);
  expect(answers(daemon, session)[1]).toEqual({ id: "q2", option: "yes", by: "policy" });
});

test("while a file of rules can't be read nothing is allowed by rules", async () => {
  const daemon = await testDaemon();
  rules(daemon, '[[allow]]\ncommand = "ls **"\n[[denny]]\n');
  const { session, agent } = await daemon.working();
  agent.say(ask("q1", "ls"));
  await daemon.ofType(session, "permission");
  expect((await daemon.client.inbox()).items.map(({ id }) => id)).toEqual(["q1"]);
  expect(answers(daemon, session)).toEqual([]);
});

test("past questions are held against the rules of today, and rules are proposed for what was always allowed", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  for (const id of ["q1", "q2", "q3"]) {
    agent.say(ask(id, "npm test"));
    await until(id, async () => (await daemon.client.inbox()).items.some((item) => item.id === id));
    await daemon.client.answer(session, id, { option: "yes" });
  }
  rules(daemon, '[[deny]]\ncommand = "npm test"\n');
  const { items, proposals, problems } = await daemon.client.testPolicy(session);
  expect(items.map(({ outcome, answer, verdict }) => [outcome, answer, verdict])).toEqual(
    Array(3).fill(["contradicts", "allow", "deny"]),
  );
  expect(proposals).toHaveLength(1);
  expect(proposals[0]).toContain('command = "npm test"');
  expect(problems).toEqual([]);
});

test("what a rule allowed was allowed by nobody: no test of rules counts it, and none is proposed for it", async () => {
  const daemon = await testDaemon();
  rules(daemon, '[[allow]]\ncommand = "npm test"\n');
  const { session, agent } = await daemon.working();
  agent.say(...["q1", "q2", "q3", "q4"].map((id) => ask(id, "npm test")));
  await until("the answers", () => answers(daemon, session).length === 4);
  expect(new Set(answers(daemon, session).map(({ by }) => by))).toEqual(new Set(["policy"]));
  rules(daemon, "");
  const { items, proposals } = await daemon.client.testPolicy(session);
  expect(items.map(({ answer }) => answer)).toEqual([null, null, null, null]);
  expect(proposals).toEqual([]);
});

test("of a question too long to be kept whole it is not said that rules would allow it", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.say(ask("q1", `ls ${"a".repeat(40_000)}; touch x`));
  await daemon.ofType(session, "permission");
  rules(daemon, '[[allow]]\ncommand = "ls **"\n');
  expect((await daemon.client.testPolicy(session)).items).toMatchObject([
    { verdict: "ask", outcome: "asks", isPartial: true, why: expect.stringContaining("too long to be evaluated") },
  ]);
  rules(daemon, '[[deny]]\ncommand = "ls **"\n');
  expect((await daemon.client.testPolicy(session)).items).toMatchObject([{ verdict: "deny" }]);
});

test("a command too long to be read as a whole is never allowed by a rule", async () => {
  const daemon = await testDaemon();
  rules(daemon, '[[allow]]\ncommand = "echo **"\n');
  const { session, agent } = await daemon.working();
  agent.say(ask("q1", `echo ${"x ".repeat(900_000)}`));
  await daemon.ofType(session, "permission");
  expect((await daemon.client.inbox()).items.map(({ id }) => id)).toEqual(["q1"]);
  expect(answers(daemon, session)).toEqual([]);
});

test("a request of which the log has only the beginning is asked about in a test of rules, and proposes none", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  const command = `echo ${"x ".repeat(20_000)}; rm -rf build`;
  for (const id of ["q1", "q2", "q3"]) {
    agent.say(ask(id, command));
    await until(id, async () => (await daemon.client.inbox()).items.some((item) => item.id === id));
    await daemon.client.answer(session, id, { option: "yes" });
  }
  rules(daemon, '[[allow]]\ncommand = "echo **"\n');
  const { items, proposals } = await daemon.client.testPolicy(session);
  expect(items.map(({ outcome, verdict }) => [outcome, verdict])).toEqual(Array(3).fill(["asks", "ask"]));
  expect(proposals).toEqual([]);
});

test("no rule is offered that is too long to be kept whole", async () => {
  const daemon = await testDaemon();
  const { session, agent } = await daemon.working();
  agent.say(ask("q1", `echo '${'"'.repeat(1_000)}'`), ask("q2", `echo '${'"'.repeat(20_000)}'`));
  await until("both", async () => (await daemon.client.inbox()).items.length === 2);
  expect((await daemon.client.permission(session, "q1")).rule).not.toBeNull();
  expect((await daemon.client.permission(session, "q2")).rule).toBeNull();
});
