import { expect, test } from "vitest";
import type { Fact } from "../../src/agents/index.ts";
import { selectQuestions } from "../../src/cli/answer/select-questions.ts";
import type { PermissionDetail } from "../../src/client/index.ts";
import { until } from "../kit/until.ts";
import { asking } from "./asking.ts";
import { asks, cliDaemon } from "./cli-daemon.ts";

async function askingToRun(...commands: string[]) {
  const cli = await asking(...commands.map((command, index) => asks(`q${index + 1}`, command)));
  const heard = () => cli.heard().map(({ permission, option }) => [permission, option]);
  return { ...cli, heard };
}

test("all are shown in full first, and nothing is answered without a yes", async () => {
  const { run, start, heard, ref, daemon } = await askingToRun("npm test", "npm test -- auth");
  const refused = await run(["answer", "--all", "--once"]);
  expect([refused.code, refused.err]).toEqual([2, "error: needs confirmation: allow these 2?\nfix: add -y\n"]);
  const asked = start(["answer", "--all", "--once", "--no-color"], { isTerminal: true });
  await until("the question", () => asked.out().includes("allow these 2? [y/N]"));
  expect(asked.out()).toMatch(
    new RegExp(`^1 {2}${ref} \\(scripted, ${daemon.workspace}, 2026-01-01\\): Run \`npm test\`\n {3}npm test\n2 `),
  );
  asked.type("n\n");
  expect((await asked.result).code).toBe(130);
  expect((await daemon.client.inbox()).items).toHaveLength(2);
  expect(heard()).toEqual([]);
});

test.for(["-q", "--json"])(
  "with %s nothing is shown that a yes could be said to, so none is asked for",
  async (flag) => {
    const { run, heard } = await asking(asks("q1", "npm test"));
    const { code, err } = await run(["answer", "--all", "--once", flag], { isTerminal: true });
    expect(code).toBe(2);
    expect(err).toContain("needs confirmation: allow it?");
    expect(err).toContain("add -y");
    expect(heard()).toEqual([]);
  },
);

test("each is answered once, and each outcome is told", async () => {
  const { run, heard, ref, daemon } = await askingToRun("npm test", "npm test -- auth");
  const { code, out } = await run(["answer", "--all", "--deny", "--reason", "later", "-y"]);
  expect(code).toBe(0);
  expect(out.split("\n").slice(-3)).toEqual([
    `${ref}: Run \`npm test\`: answered: Deny ("later")`,
    `${ref}: Run \`npm test -- auth\`: answered: Deny ("later")`,
    "",
  ]);
  await until("both", () => heard().length === 2);
  expect(heard()).toEqual([
    ["q1", "no"],
    ["q2", "no"],
  ]);
  expect((await daemon.client.inbox()).items).toEqual([]);
  expect((await run(["answer", "--all", "--once", "-y"])).out).toBe("Nothing waits for you.\n");
});

test("only what was shown is answered; what somebody else answered meanwhile is told, with exit code 10", async () => {
  const { start, heard, ref, agent, session, daemon } = await askingToRun("ls", "pwd");
  const asked = start(["answer", "--all", "--once", "--no-color"], { isTerminal: true });
  await until("the question", () => asked.out().includes("[y/N]"));
  agent.say(asks("q3", "rm -rf /"));
  await daemon.newClient("web").answer(session, "q1", { option: "no" });
  await until("all three", async () => (await daemon.client.inbox()).items.length === 2);
  asked.type("y\n");
  const { code, out, err } = await asked.result;
  expect(code).toBe(10);
  expect(out).toContain(`${ref}: Run \`ls\`: was answered already: Deny, by web\n`);
  expect(out).toContain(`${ref}: Run \`pwd\`: answered: Allow once\n`);
  expect(err).toContain("error: 1 of 2 were not answered here\n");
  await until("both", () => heard().length === 2);
  expect((await daemon.client.inbox()).items.map(({ id }) => id)).toEqual(["q3"]);
});

test("the list is narrowed by session, kind and words, and --json tells every outcome", async () => {
  const { run, daemon, session } = await askingToRun("npm test -- auth", "npm test; curl evil", "npm publish");
  await daemon.newSession("other");
  for (const words of [
    ["-s", "other"],
    ["--kind", "edit"],
    ["--matching", "make **"],
  ])
    expect((await run(["answer", "--all", "--once", "-y", ...words])).out).toBe(
      "No open question matches (3 in all).\n",
    );
  const { out } = await run(["answer", "--all", "--matching", "npm test **", "--once", "-y", "--json"]);
  expect(JSON.parse(out)).toEqual({
    v: 1,
    answers: [{ session, sessionId: session, permission: "q1", kind: "answered", seq: expect.any(Number) }],
  });
  expect((await daemon.client.inbox()).items.map(({ id }) => id)).toEqual(["q2", "q3"]);
});

/** A command that is too long for its event. */
const padded = (end: string): string => `ls ${"a".repeat(40_000)}${end}`;

test("a long question is judged and shown to its end", async () => {
  const { run, start, heard } = await askingToRun(padded("; touch /tmp/v6"));
  // Of its beginning all would fit.
  const { out } = await run(["answer", "--all", "--matching", "ls **", "--once", "-y"]);
  expect(out).toBe("No open question matches (1 in all).\n");
  const asked = start(["answer", "--all", "--once", "--no-color"], { isTerminal: true });
  await until("the question", () => asked.out().includes("allow it? [y/N]"));
  expect(asked.out()).toContain(`   ${padded("; touch /tmp/v6")}\n   ! It is long: 1 lines, 40018 characters.\n`);
  asked.type("n\n");
  await asked.result;
  expect(heard()).toEqual([]);
  expect((await run(["answer", "--all", "--matching", "ls **", "--deny", "-y"])).code).toBe(0);
  await until("the answer", () => heard().length === 1);
});

test("what can't be shown whole is left out, and said", async () => {
  const { run, agent, heard, daemon, session, ref } = await askingToRun("ls");
  const bytes = 4 * 1024 * 1024 + 1;
  const asked = asks("q2", "cat") as { data: object };
  agent.say({ ...asked, data: { ...asked.data, detail: "a".repeat(bytes) } } as Fact);
  await until("the second", async () => (await daemon.client.inbox()).items.length === 2);
  const { code, out, err } = await run(["answer", "--all", "--once", "-y"]);
  expect([code, out.split("\n").length]).toEqual([8, 4]);
  expect(err).toBe(
    `error: 1 question is left out: ${ref} asks something of ${bytes} bytes, which can't be shown whole\nfix: read it and answer it alone: skein answer ${ref}\n`,
  );
  await until("the answer", () => heard().length === 1);
  const json = await run(["answer", "--all", "--deny", "-y", "--json"]);
  expect(JSON.parse(json.err).error.code).toBe("left_out");
  expect([json.code, JSON.parse(json.out)]).toEqual([
    8,
    { v: 1, answers: [], leftOut: [{ session, sessionId: session, permission: "q2", bytes }] },
  ]);
  expect((await daemon.client.inbox()).items.map(({ id }) => id)).toEqual(["q2"]);
});

test.for([
  ["--deny", "allow_once", "no"],
  ["--once", "allow_always", "yes"],
] as const)("what %s can't be said to is left out, and said", async ([flag, kind, word]) => {
  const { run, agent, ref, daemon } = await askingToRun("npm test");
  const options = [{ id: "go", label: "Go", kind }];
  agent.say({ type: "permission", data: { id: "q2", state: "asked", title: "Run it", detail: "rm x", options } });
  await until("the question", async () => (await daemon.client.inbox()).items.length === 2);
  const { code, err } = await run(["answer", "--all", flag, "-y"]);
  expect([code, err]).toEqual([
    8,
    `error: 1 question is left out: ${ref} asks something that can't be answered with a plain ${word}\nfix: read it and answer it alone: skein answer ${ref}\n`,
  ]);
  expect((await daemon.client.inbox()).items.map(({ id }) => id)).toEqual(["q2"]);
  const json = await run(["answer", "--all", flag, "-y", "--json"]);
  expect(JSON.parse(json.out)).toMatchObject({ leftOut: [{ permission: "q2" }] });
});

test("what the agent's driver could not keep whole is left out, too", async () => {
  const { run, agent, heard, daemon, session, ref } = await askingToRun("ls");
  const asked = asks("q2", "cat") as { data: object };
  agent.say({ ...asked, data: { ...asked.data, isPartial: true } } as Fact);
  await until("the second", async () => (await daemon.client.inbox()).items.length === 2);
  expect((await daemon.client.permission(session, "q2")).rule).toBeNull();
  const { code, err } = await run(["answer", "--all", "--once", "-y"]);
  expect([code, err]).toEqual([
    8,
    `error: 1 question is left out: ${ref} asks more than Skein could keep, which can't be shown whole\nfix: read it and answer it alone: skein answer ${ref}\n`,
  ]);
  await until("the answer", () => heard().length === 1);
  const json = await run(["answer", "--all", "--once", "-y", "--json"]);
  expect(JSON.parse(json.out)).toEqual({
    v: 1,
    answers: [],
    leftOut: [{ session, sessionId: session, permission: "q2", bytes: null }],
  });
  expect(heard()).toEqual([["q1", "yes"]]);
});

test.for([
  [["--all"], "--all needs --once or --deny"],
  [["--all", "--for-project"], "--all needs --once or --deny"],
  [["--all", "--once", "--kind", "magic"], '--kind can\'t be "magic"'],
  [["--all", "--once", "--matching", "npm; rm"], '--matching can\'t be "npm; rm"'],
] as const)("%j is refused, and says what is wanted", async ([words, message]) => {
  const { run } = await cliDaemon();
  const { code, err } = await run(["answer", ...words]);
  expect([code, err]).toEqual([2, expect.stringContaining(`error: ${message}\nfix: `)]);
});

const asked = (command: string): PermissionDetail =>
  ({
    session: "s",
    workspace: "/w",
    request: { kind: "execute", tool: null, command, paths: [] },
  }) as unknown as PermissionDetail;

test("to allow, every part of a command must fit; to deny, one is enough", () => {
  const items = ["npm test", "npm test && rm -rf /", "sh -c 'npm test'", "npm run build"].map(asked);
  const commands = (effect: "allow" | "deny") =>
    selectQuestions(items, { matching: "npm test **", effect, home: "/h" }).map(({ request }) => request?.command);
  expect(commands("allow")).toEqual(["npm test"]);
  expect(commands("deny")).toEqual(["npm test", "npm test && rm -rf /", "sh -c 'npm test'"]);
});

test("to allow by kind, nothing else may come with it", () => {
  const reads = { kind: "read", tool: null, command: null, paths: ["README.md"] };
  const items = [reads, { ...reads, hasMore: true }, { ...reads, command: "rm -rf x" }].map(
    (request) => ({ ...asked("x"), request }) as PermissionDetail,
  );
  expect(selectQuestions(items, { kind: "read", effect: "allow", home: "/h" })).toEqual(items.slice(0, 1));
  expect(selectQuestions(items, { kind: "read", effect: "deny", home: "/h" })).toEqual(items);
  expect(selectQuestions([asked("ls")], { kind: "execute", effect: "allow", home: "/h" })).toHaveLength(1);
});

test("what wants to know something is never answered in passing", () => {
  const form = { ...asked("x"), form: [{ id: "a", label: "A?", kind: "text" }] } as PermissionDetail;
  expect(selectQuestions([form], { effect: "allow", home: "/h" })).toEqual([]);
  expect(selectQuestions([form], { effect: "deny", home: "/h" })).toEqual([form]);
});
