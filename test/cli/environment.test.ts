// A session's environment is renewed by people, from a terminal: names are shown, values never.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../kit/until.ts";
import { type CliDaemon, cliDaemon, failed } from "./cli-daemon.ts";

const SECRET = "sk-never-shown";
const key = { PATH: "/usr/bin", ANTHROPIC_API_KEY: SECRET };

const kept = ({ daemon }: CliDaemon, session: string): Record<string, string> =>
  JSON.parse(readFileSync(join(daemon.paths.environments, `${session}.json`), "utf8"));

/** A session called api that was made by a shell without the key. */
async function made(): Promise<{ cli: CliDaemon; session: string }> {
  const cli = await cliDaemon();
  const env = { HOME: "/home/ada", PATH: "/usr/bin", TERM: "dumb" };
  const { session } = await cli.daemon.client.create({ cwd: cli.daemon.workspace, name: "api", env });
  return { cli, session: session.id };
}

const person = { isTerminal: true, env: key };

test("restart in a terminal takes the shell's environment, and the next process has it", async () => {
  const { cli, session } = await made();
  const { code, out } = await cli.run(["restart", "api"], person);
  expect({ code, out }).toEqual({
    code: 0,
    out: "api had no process; the next prompt starts one, with this shell's environment (changed: ANTHROPIC_API_KEY)\n",
  });
  await cli.daemon.send(session, "go");
  expect((await cli.daemon.run()).spec.env).toMatchObject(key);
});

test("what is queued goes to a process that has the new environment", async () => {
  const { cli, session } = await made();
  await cli.daemon.send(session, "first");
  const first = await cli.daemon.run();
  first.say({ type: "bound", nativeId: "n1", provenance: "reported" });
  await until("the prompt", () => first.prompts.includes("first"));
  await cli.daemon.send(session, "second");
  expect(await cli.run(["restart", "api", "--json"], person)).toMatchObject({ code: 0 });
  expect((await cli.daemon.run(2)).spec.env).toMatchObject(key);
});

test.for([
  ["without a terminal", ["restart", "api"], { env: key }, ""],
  ["when it is to be kept", ["restart", "api", "--env", "keep"], person, ""],
  ["where sessions are described and not named", ["restart", "--workspace", ".", "-y"], person, ""],
] as const)("restart leaves the environment as it is %s", async ([, words, around]) => {
  const { cli, session } = await made();
  expect(await cli.run(words, around)).toMatchObject({ code: 0 });
  expect(kept(cli, session)).not.toHaveProperty("ANTHROPIC_API_KEY");
});

test("restart --env renew takes it without a terminal, too", async () => {
  const { cli, session } = await made();
  expect(await cli.run(["restart", "api", "--env", "renew"], { env: key })).toMatchObject({ code: 0 });
  expect(kept(cli, session)).toMatchObject(key);
});

test("an agent's restart changes no environment, and says so", async () => {
  const { cli, session } = await made();
  cli.daemon.caller = { kind: "agent" };
  const { code, out } = await cli.run(["restart", "api"], person);
  expect({ code, out }).toEqual({
    code: 0,
    out: "api had no process; the next prompt starts one; its environment stays as it was: only a person can renew it\n",
  });
  expect(kept(cli, session)).not.toHaveProperty("ANTHROPIC_API_KEY");
  const forced = await cli.run(["restart", "api", "--env", "renew"], person);
  expect(forced).toMatchObject({
    code: 4,
    err: expect.stringContaining("was not renewed: only a person can change it"),
  });
});

test("attach by name in a terminal takes it, and says what a running process keeps", async () => {
  const { cli, session } = await made();
  await cli.daemon.send(session, "go");
  (await cli.daemon.run()).say({ type: "bound", nativeId: "n1", provenance: "reported" });
  const open = cli.start(["attach", "api"], person);
  await until("the words", () => open.out().includes("Enter sends"));
  expect(open.out()).toContain(
    "environment renewed (changed: ANTHROPIC_API_KEY): takes effect with the next run; at once: skein restart api",
  );
  expect(kept(cli, session)).toMatchObject(key);
  open.type("\u0003");
  await open.result;
});

test("attach to the directory's session takes it in a terminal alone", async () => {
  const { cli, session } = await made();
  await cli.run(["attach", "--json"], { env: key });
  expect(kept(cli, session)).not.toHaveProperty("ANTHROPIC_API_KEY");
  const open = cli.start([], person);
  await until("the words", () => open.out().includes("Enter sends"));
  expect(open.out()).toContain("environment renewed (changed: ANTHROPIC_API_KEY)");
  expect(kept(cli, session)).toMatchObject(key);
  open.type("\u0003");
  await open.result;
});

test("show says how old the environment is and what is other here, by name alone", async () => {
  const { cli, session } = await made();
  const env = { ...key, PATH: "/opt/bin" };
  const { out } = await cli.run(["show", "api"], { env });
  expect(out).toMatch(
    /environment taken (\d+s ago|now); it differs here in ANTHROPIC_API_KEY, PATH; renew: skein restart api --env renew\n/,
  );
  const json = await cli.run(["show", "api", "--json"], { env });
  expect(JSON.parse(json.out).environment).toEqual({
    since: expect.any(String),
    differs: ["ANTHROPIC_API_KEY", "PATH"],
    isRunning: false,
  });
  expect(out + json.out).not.toContain(SECRET);
  expect((await cli.run(["show", "api"], { env: { PATH: "/usr/bin" } })).out).toMatch(
    /environment taken (\d+s ago|now)\n/,
  );
  expect(kept(cli, session)).not.toHaveProperty("ANTHROPIC_API_KEY");
});

test("a turn that fails tells of an older login, and send changes nothing", async () => {
  const { cli, session } = await made();
  const waiting = cli.start(["send", "api", "go", "--wait"], { env: key });
  const agent = await cli.daemon.run();
  agent.say({ type: "bound", nativeId: "n1", provenance: "reported" });
  await until("the prompt", () => agent.prompts.includes("go"));
  agent.say(failed("Not logged in"));
  const { err } = await waiting.result;
  expect(err).toMatch(
    /this session has the environment taken (\d+s ago|now), and here ANTHROPIC_API_KEY is different; renew: skein restart api --env renew/,
  );
  expect(err).not.toContain(SECRET);
  expect(kept(cli, session)).not.toHaveProperty("ANTHROPIC_API_KEY");
});

test("a turn that fails for another reason says nothing of variables that no login depends on", async () => {
  const { cli } = await made();
  const env = { PATH: "/usr/bin", MY_FAVOURITE: "blue" };
  const waiting = cli.start(["send", "api", "go", "--wait"], { env });
  const agent = await cli.daemon.run();
  agent.say({ type: "bound", nativeId: "n1", provenance: "reported" });
  await until("the prompt", () => agent.prompts.includes("go"));
  agent.say(failed("boom"));
  expect((await waiting.result).err).not.toContain("environment");
});
