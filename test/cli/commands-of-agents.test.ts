// Commands of an agent's own, from the command line and in an open session.
import { expect, test } from "vitest";
import type { ScriptedRun } from "../kit/scripted-agent.ts";
import { until } from "../kit/until.ts";
import { type CliDaemon, cliDaemon, done, text } from "./cli-daemon.ts";

const commands = [
  { name: "usage", description: "What it cost", aliases: ["cost"] },
  { name: "review", description: "Looks at changes", hint: "[path]" },
];

/** A session called api whose agent has listed its commands and rests. */
async function listed(): Promise<{ cli: CliDaemon; session: string; agent: ScriptedRun }> {
  const cli = await cliDaemon();
  const { session, agent } = await cli.daemon.working("go");
  await cli.daemon.client.rename(session, "api");
  agent.say({ type: "commands", commands }, done);
  await cli.daemon.ofType(session, "turn_end");
  return { cli, session, agent };
}

const lastHeard = (agent: ScriptedRun) => agent.heard.findLast(({ said }) => said === "prompt");

test("send --command gives it as one, and the transcript shows that", async () => {
  const { cli, agent } = await listed();
  const sent = cli.start(["send", "api", "--command", "/cost", "--wait"]);
  await until("the command", () => agent.prompts.includes("/cost"));
  expect(lastHeard(agent)).toMatchObject({ isCommand: true });
  agent.say(text("Total: $1", "m2"), done);
  expect(await sent.result).toEqual({ code: 0, out: "Total: $1\n", err: "" });
  expect((await cli.run(["show", "api"])).out).toContain("› /cost (command)\n");
});

test("an unknown one is refused, with the one that was probably meant", async () => {
  const { cli } = await listed();
  expect(await cli.run(["send", "api", "--command", "/usge"])).toEqual({
    code: 2,
    out: "",
    err: "error: Scripted lists no command /usge\nfix: did you mean /usage? see them all: skein show api --commands\n",
  });
});

test.for([
  [["send", "api", "--command", "usage"], 'a command begins with "/"'],
  [["send", "api", "--command", "/usage", "--steer"], "--command and --steer don't go together"],
] as const)("%j is refused: %s", async ([words, message]) => {
  const { cli } = await listed();
  const { code, err } = await cli.run(words);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test("a text with a slash goes as a text, and says so", async () => {
  const { cli, agent } = await listed();
  const { err } = await cli.run(["send", "api", "/cost"]);
  expect(err).toBe("sent as text; as a command: skein send api --command /cost\n");
  await until("the text", () => agent.prompts.includes("/cost"));
  expect(lastHeard(agent)).not.toHaveProperty("isCommand");
  agent.say(done);
  expect((await cli.run(["send", "api", "/etc/hosts is wrong"])).err).toBe("");
  expect((await cli.run(["send", "api", "/cost", "--quiet"])).err).toBe("");
});

test("show tells how many there are, and --commands all of them", async () => {
  const { cli } = await listed();
  expect((await cli.run(["show", "api"])).out).toContain("commands: /usage /review; all: skein show api --commands\n");
  const { out } = await cli.run(["show", "api", "--commands"]);
  expect(out).toBe("/usage, /cost   What it cost\n/review [path]  Looks at changes\n");
  expect(JSON.parse((await cli.run(["show", "api", "--commands", "--json"])).out)).toMatchObject({ v: 1, commands });
  expect(JSON.parse((await cli.run(["show", "api", "--json"])).out)).toMatchObject({
    state: { binding: { commands } },
  });
});

async function opened(cli: CliDaemon) {
  const open = cli.start(["attach", "api"], { isTerminal: true });
  await until("the session", () => open.out().includes("go"));
  await until("the line", () => open.out().includes("\n› \r"));
  return open;
}

test("in an open session a listed command is one", async () => {
  const { cli, agent } = await listed();
  const open = await opened(cli);
  open.type("/cost\r");
  await until("the command", () => agent.prompts.includes("/cost"));
  expect(lastHeard(agent)).toMatchObject({ isCommand: true });
  open.type("\u0003");
  await open.result;
});

test("in an open session another word goes as a text, and that is said", async () => {
  const { cli, agent } = await listed();
  const open = await opened(cli);
  open.type("/usge now\r");
  await until("the text", () => agent.prompts.includes("/usge now"));
  expect(lastHeard(agent)).not.toHaveProperty("isCommand");
  await until("the remark", () => open.out().includes("sent as text: there is no command /usge; did you mean /usage?"));
  open.type("\u0003");
  await open.result;
});

test("Tab completes the name of a command", async () => {
  const { cli, agent } = await listed();
  const open = await opened(cli);
  open.type("/rev");
  await until("the line", () => open.out().includes("/rev"));
  open.type("\t");
  await until("the name", () => open.out().includes("/review "));
  open.type("src\r");
  await until("the command", () => agent.prompts.includes("/review src"));
  expect(lastHeard(agent)).toMatchObject({ isCommand: true });
  open.type("\u0003");
  await open.result;
});
