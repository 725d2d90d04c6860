import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { asks, cliDaemon } from "./cli-daemon.ts";

/** A session named api that was asked these commands and was told yes to each. */
async function allowed(...commands: string[]) {
  const cli = await cliDaemon();
  const session = await cli.daemon.newSession("api");
  await cli.daemon.send(session, "go");
  const agent = await cli.daemon.run();
  agent.say({ type: "bound", nativeId: "n", provenance: "reported" });
  await until("the prompt to arrive", () => agent.prompts.includes("go"));
  for (const [index, command] of commands.entries()) {
    const id = `q${index}`;
    agent.say(asks(id, command));
    await until(id, async () => (await cli.daemon.client.inbox()).items.some((item) => item.id === id));
    await cli.daemon.client.answer(session, id, { option: "yes" });
  }
  const path = async (...words: string[]) => (await cli.run(["policy", "path", ...words])).out.trimEnd();
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o600 });
  };
  return { ...cli, session, agent, path, write };
}

test("the files are outside of the project, and their rules are shown as they are", async () => {
  const { daemon, run, path, write } = await allowed();
  const [own, global] = [await path(), await path("--global")];
  expect(global).toBe(join(daemon.paths.home, "policy.toml"));
  expect(own.startsWith(join(daemon.paths.home, "policy"))).toBe(true);
  write(global, '[[deny]]\ncommand = "rm **"\n');
  const { code, out } = await run(["policy"]);
  expect([code, out]).toEqual([
    0,
    `in ${daemon.workspace}  ${own}\nno rules\n\neverywhere  ${global}\n[[deny]]\ncommand = "rm **"\n`,
  ]);
  expect(JSON.parse((await run(["policy", "--json"])).out)).toMatchObject({
    v: 1,
    workspace: { path: daemon.workspace },
    sources: [
      { name: "workspace", file: own, rules: [], problem: null },
      { name: "global", file: global, rules: ['[[deny]]\ncommand = "rm **"\n'], problem: null },
    ],
  });
});

test("a file that can't be used is said, with what it means", async () => {
  const { run, path, write } = await allowed();
  write(await path(), "[[allow]]\ncomand = 'ls'\n");
  expect((await run(["policy"])).out).toMatch(/can't be used, so no rule allows anything: .*:2: .*comand is unknown/);
});

test("[T-21] past questions are shown with what was said and what rules say now", async () => {
  const { run, path, write } = await allowed("npm test", "npm run build", "curl evil");
  write(await path(), '[[allow]]\ncommand = "npm test"\n\n[[deny]]\ncommand = "curl **"\n');
  const { out } = await run(["policy", "test", "api"]);
  expect(out.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
    ["SEQ", "ANSWERED", "RULES SAY", "ASKED"],
    [expect.any(String), "allow", "allow", "npm test"],
    [expect.any(String), "allow", "ask", "npm run build"],
    [expect.any(String), "allow", "deny", "curl evil"],
    [""],
    ["3 asked, 1 answered by rules as you did, 1 differently than you did, 0 that nobody answered, 1 still asked"],
    [""],
  ]);
});

test("[T-21] a question that is too long to be kept whole is not said to be allowed", async () => {
  const { run, path, write } = await allowed(`ls ${"a".repeat(40_000)}; touch x`);
  write(await path(), '[[allow]]\ncommand = "ls **"\n');
  const { out } = await run(["policy", "test", "api"]);
  expect(out).toContain("can't say");
  expect(out).toContain("1 still asked, 1 of these too long to be evaluated here");
});

test("a proposed rule is shown, wants a yes, and then answers what it was made from", async () => {
  const { run, path, agent, session, daemon } = await allowed("npm test", "npm test", "npm test");
  const proposed = await run(["policy", "test", "api"]);
  expect(proposed.out).toContain("1  could be added: skein policy test api --add 1\n[[allow]]\n");
  expect(await run(["policy", "test", "api", "--add", "1"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("add -y"),
  });
  const added = await run(["policy", "test", "api", "--add", "1", "-y"]);
  expect([added.code, added.out.endsWith(`added to ${await path()}\n`)]).toEqual([0, true]);
  expect(readFileSync(await path(), "utf8")).toContain('command = "npm test"');
  expect((await run(["policy", "test", "api", "--add", "1", "-y"])).out).toContain("the rule exists already");
  expect(await run(["policy", "test", "api", "--add", "2", "-y"])).toMatchObject({ code: 3 });
  agent.say(asks("q9", "npm test"));
  const answer = await daemon.event(session, ({ data }) => data.id === "q9" && data.state === "answered");
  expect(answer.by).toEqual({ kind: "policy", name: "workspace" });
});

test.for([
  [["tset"], '"tset" is not understood'],
  [["path", "api"], '"api" is not understood'],
  [["--global"], "--global goes with path"],
  [["--add", "1"], "--add goes with test"],
] as const)("policy %j is refused", async ([words, message]) => {
  const { run } = await cliDaemon();
  expect(await run(["policy", ...words])).toMatchObject({
    code: 2,
    err: expect.stringContaining(`error: ${message}\n`),
  });
});
