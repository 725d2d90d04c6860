// A system that does not tell who calls: people confirm with a code on their own terminal, and agents can't.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Client, isListening, unixTransport } from "../../src/client/index.ts";
import { daemonArguments, pathsOf } from "../../src/home/index.ts";
import { noteLeftOut } from "../kit/left-out.ts";
import { runChecks } from "../kit/run-checks.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { hasTmux, Tmux } from "../kit/tmux.ts";
import { until } from "../kit/until.ts";

const privately = process.getuid?.() === 0 ? "-m" : "-rm";
const canHide = process.platform === "linux" && hasTmux && spawnSync("unshare", [privately, "true"]).status === 0;
if (hasTmux && !canHide)
  noteLeftOut({
    what: "a system that does not tell who calls",
    why: "no namespaces for users",
    how: "npm test as root",
  });

const places = ["/usr/bin/ss", "/usr/sbin/ss", "/bin/ss", "/sbin/ss"].filter(existsSync);
const hideSs = [...new Set(places.map((path) => realpathSync(path)))]
  .map((path) => `mount --bind /dev/null ${path}`)
  .join(" && ");

/** A home whose daemon has mounts of its own, after this was done to them. */
async function homeApart(prepare: string): Promise<SkeinHome> {
  const skein = new SkeinHome();
  const daemon = [process.execPath, ...daemonArguments(skein.program)];
  spawn("unshare", [privately, "sh", "-c", `${prepare} && exec "$@"`, "sh", ...daemon], {
    env: skein.env,
    detached: true,
    stdio: "ignore",
  });
  await until("the daemon", () => isListening(unixTransport(pathsOf(skein.env).socket)));
  return skein;
}

/** A home whose daemon finds no `ss` that could tell it anything, and a session that asks. */
async function homeInTheDark(): Promise<SkeinHome> {
  const skein = await homeApart(hideSs);
  await skein.json(["new", "--name", "victim"]);
  await skein.run(["send", "victim", "[[ask: touch allowed]]"]);
  await until("the question", async () => (await skein.run(["inbox"])).out.includes("victim"));
  return skein;
}

const isOpen = async (skein: SkeinHome): Promise<boolean> =>
  (await skein.json<{ items: unknown[] }>(["inbox"])).items.length === 1;

test.skipIf(!canHide)("a person answers with the code that the daemon shows on their terminal", async () => {
  const skein = await homeInTheDark();
  // An agent can write to the directories on the person's PATH, and would have the code on another terminal.
  writeFileSync(join(skein.workspace, "tty"), "#!/bin/sh\necho /dev/null\n", { mode: 0o755 });
  skein.env.PATH = `${skein.workspace}:${skein.env.PATH}`;
  const tmux = new Tmux(skein);
  tmux.skein("answer", "victim", "--once", ...(await skein.asked("victim")));
  await tmux.sees(/\w{4}-\w{4} is the code/);
  await tmux.sees("code ›");
  tmux.type("wrong", "Enter");
  await tmux.sees("exit code 4");
  expect(await isOpen(skein)).toBe(true);

  tmux.type("clear", "Enter");
  await until("an empty screen", () => !tmux.screen().includes("exit code"));
  tmux.skein("answer", "victim");
  await tmux.sees("›");
  tmux.type("1", "Enter");
  await tmux.sees("code ›");
  tmux.type(/(\w{4}-\w{4}) is the code/.exec(tmux.screen())?.[1] ?? "", "Enter");
  await tmux.sees("answered: Allow once");
  await until("what was allowed", () => existsSync(join(skein.workspace, "allowed")));
});

test.skipIf(!canHide)("one code is enough for many answers of one command, and for nothing after it", async () => {
  const skein = await homeInTheDark();
  await skein.json(["new", "--name", "second"]);
  await skein.run(["send", "second", "[[ask: touch also-allowed]]"]);
  await until("both questions", async () => (await skein.run(["inbox"])).out.includes("second"));
  const tmux = new Tmux(skein);
  tmux.skein("answer", "--all", "--once", "--yes");
  await tmux.sees("code ›");
  const [, code = ""] = /(\w{4}-\w{4}) is the code/.exec(tmux.screen()) ?? [];
  tmux.type(code, "Enter");
  await tmux.sees("exit code 0");
  for (const name of ["allowed", "also-allowed"]) await until(name, () => existsSync(join(skein.workspace, name)));

  const reusing = new Client({
    transport: unixTransport(pathsOf(skein.env).socket),
    name: "t",
    confirm: async () => code,
  });
  const [session] = await reusing.sessions();
  await expect(reusing.setLimits(session?.id ?? "", { turnMinutes: 1 })).rejects.toMatchObject({
    code: "confirmation_required",
  });
});

/** A program that asks the daemon for a code on the terminal that it is given, and prints the answer. */
const askForCode = (socketPath: string): string => `
  const body = JSON.stringify({ id: crypto.randomUUID(), terminal: process.argv[2] });
  const headers = { "content-type": "application/json", "content-length": body.length };
  const how = { socketPath: ${JSON.stringify(socketPath)}, method: "POST", path: "/v1/confirmations", headers };
  const request = require("node:http").request(how, (response) => {
    process.stdout.write(response.statusCode + " ");
    response.pipe(process.stdout);
  });
  request.end(body);
`;

test.skipIf(!canHide)("no agent gets the code, and without a terminal the refusal and doctor say why", async () => {
  const skein = await homeInTheDark();
  const named = await skein.asked("victim");
  const told = await skein.run(["answer", "victim", "--once", ...named]);
  expect(told).toMatchObject({
    code: 4,
    err: expect.stringMatching(
      /^error: only a person may answer questions of agents, and this system does not report who the caller is \(ss fails: .*\)\nfix: a code in your terminal confirms it: use skein answer/,
    ),
  });
  expect((await runChecks(skein)).of("callers")).toMatchObject({
    state: "warning",
    text: expect.stringContaining("agents can't be told from you"),
    fix: expect.stringContaining("a code in your terminal"),
  });

  const tmux = new Tmux(skein);
  tmux.type("tty", "Enter");
  await tmux.sees(/\/dev\/pts\/\d+/);
  const [personal = ""] = /\/dev\/pts\/\d+/.exec(tmux.screen()) ?? [];
  const cli = `env SKEIN_HOME='${skein.home}' '${process.execPath}' '${skein.program}'`;
  const { socket } = pathsOf(skein.env);
  // Not with `skein`, which says that it is inside an agent.
  writeFileSync(join(skein.workspace, "ask.cjs"), askForCode(socket));
  const ask = (terminal: string): string => `'${process.execPath}' ask.cjs ${terminal}`;
  await skein.json(["new", "--name", "helper"]);
  const attempts: [command: string, sees: RegExp][] = [
    [`${cli} answer victim --once ${named.join(" ")}`, /An agent can't/],
    [`script -qec "${cli} answer victim --once ${named.join(" ")}" /dev/null`, /An agent can't/],
    [`script -qec "${ask("\\$(tty)")}" /dev/null`, /does not seem to be a terminal that a person uses/],
    [ask("/dev/tty"), /is not the path of a terminal/],
    [ask("/dev/null"), /is not the path of a terminal/],
    [ask(personal), /^201 [\s\S]*"minutes":2/],
  ];
  for (const [command, sees] of attempts) {
    await skein.run(["send", "helper", `[[run: (${command}) >seen 2>&1]]`, "--wait"]);
    const out = readFileSync(join(skein.workspace, "seen"), "utf8");
    expect([command, out]).toEqual([command, expect.stringMatching(sees)]);
    expect(out).not.toMatch(/is the code/);
  }
  // The person hears of what they did not ask for.
  await tmux.sees(/is the code .*\n?.*did not run one/);
  expect(await isOpen(skein)).toBe(true);
});

/** Allows a command, in turns of people. */
function allow(skein: SkeinHome, command: string): void {
  writeFileSync(join(skein.home, "policy.toml"), `[[allow]]\ncommand = "${command}"\n`, { mode: 0o600 });
}

interface Stored {
  type: string;
  by: object;
  data: { state?: string };
}

const eventsOf = async (skein: SkeinHome, session: string): Promise<Stored[]> =>
  (await skein.run(["export", session])).out
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Stored);

/** Who sent its last prompt, and what became of the question that came of it. */
async function lastTurn(skein: SkeinHome, session: string): Promise<[by: object | undefined, states: unknown[]]> {
  const events = await eventsOf(skein, session);
  const start = events.findLastIndex(({ type }) => type === "user_prompt");
  return [
    events[start]?.by,
    events.slice(start).flatMap(({ type, data }) => (type === "permission" ? [data.state] : [])),
  ];
}

const hiders: [how: string, command: string][] = [
  ["as it is", ""],
  ["with its own environment emptied", "env -i"],
];

test.skipIf(!canHide).for(hiders)(
  "skein inside an agent, %s, says so: a prompt that it sends is an agent's, and what is for people is refused",
  async ([, how]) => {
    const skein = await homeInTheDark();
    allow(skein, "touch by-rule");
    await skein.json(["new", "--name", "boss"]);
    await skein.json(["new", "--name", "worker"]);
    writeFileSync(join(skein.workspace, "words"), "[[ask: touch by-rule]]");
    const cli = `${how} env SKEIN_HOME='${skein.home}' '${process.execPath}' '${skein.program}'`;
    const named = (await skein.asked("victim")).join(" ");
    const calls = `${cli} send worker - <words; ${cli} answer victim --once ${named} >seen 2>&1`;
    await skein.run(["send", "boss", `[[run: ${calls}]]`, "--wait"]);
    expect(readFileSync(join(skein.workspace, "seen"), "utf8")).toContain("An agent can't answer questions of agents");
    await until("the worker's question", async () => (await lastTurn(skein, "worker"))[1].length > 0);
    expect(await lastTurn(skein, "worker")).toEqual([{ kind: "agent", address: "unix", name: "cli" }, ["asked"]]);
    expect(existsSync(join(skein.workspace, "by-rule"))).toBe(false);
  },
);

test.skipIf(!canHide)("where the system told who calls and does not any more, a prompt is no person's", async () => {
  const skein = await homeApart("true");
  allow(skein, "touch by-rule");
  await skein.json(["new", "--name", "worker"]);
  await skein.run(["send", "worker", "[[say: told]]", "--wait"]);
  expect(await lastTurn(skein, "worker")).toEqual([{ kind: "client", address: "unix", name: "cli" }, []]);

  const isRoot = process.getuid?.() === 0;
  const enter = ["-t", `${await skein.daemonPid()}`, "-m", ...(isRoot ? [] : ["-U", "--preserve-credentials"])];
  expect(spawnSync("nsenter", [...enter, "sh", "-c", hideSs]).status).toBe(0);
  await skein.run(["send", "worker", "[[ask: touch by-rule]]"]);
  await until("the question", async () => (await lastTurn(skein, "worker"))[1].length > 0);
  expect(await lastTurn(skein, "worker")).toEqual([{ kind: "client", address: "hidden", name: "cli" }, ["asked"]]);
});
