// A system that does not tell who calls: people confirm with a code on their own terminal, and agents can't.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Client, isListening, unixTransport } from "../../src/client/index.ts";
import { daemonArguments, pathsOf } from "../../src/home/index.ts";
import { examine } from "../kit/examine.ts";
import { noteLeftOut } from "../kit/left-out.ts";
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

/** A home whose daemon finds no `ss` that could tell it anything, and a session that asks. */
async function homeInTheDark(): Promise<SkeinHome> {
  const skein = new SkeinHome();
  const places = ["/usr/bin/ss", "/usr/sbin/ss", "/bin/ss", "/sbin/ss"].filter(existsSync);
  const hide = [...new Set(places.map((path) => realpathSync(path)))].map((path) => `mount --bind /dev/null ${path}`);
  const script = [...hide, 'exec "$@"'].join(" && ");
  const daemon = [process.execPath, ...daemonArguments(skein.program)];
  spawn("unshare", [privately, "sh", "-c", script, "sh", ...daemon], {
    env: skein.env,
    detached: true,
    stdio: "ignore",
  });
  await until("the daemon", () => isListening(unixTransport(pathsOf(skein.env).socket)));
  await skein.json(["new", "--name", "victim"]);
  await skein.run(["send", "victim", "[[ask: touch allowed]]"]);
  await until("the question", async () => (await skein.run(["inbox"])).out.includes("victim"));
  return skein;
}

const isOpen = async (skein: SkeinHome): Promise<boolean> =>
  (await skein.json<{ items: unknown[] }>(["inbox"])).items.length === 1;

test.skipIf(!canHide)("a person answers with the code that the daemon shows on their terminal", async () => {
  const skein = await homeInTheDark();
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

test.skipIf(!canHide)("no agent gets the code, and without a terminal the refusal and doctor say why", async () => {
  const skein = await homeInTheDark();
  const named = await skein.asked("victim");
  const told = await skein.run(["answer", "victim", "--once", ...named]);
  expect(told).toMatchObject({
    code: 4,
    err: expect.stringMatching(
      /^error: only a person may answer questions of agents, and this system does not tell who asks for it \(ss fails: .*\)\nfix: a code in your terminal confirms it: use skein answer/,
    ),
  });
  expect((await examine(skein)).of("callers")).toMatchObject({
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
  const curl = (terminal: string): string =>
    `printf 'POST /v1/confirmations HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\ncontent-type: application/json\\r\\ncontent-length: %s\\r\\n\\r\\n%s' ` +
    `${JSON.stringify({ id: crypto.randomUUID(), terminal }).length} '${JSON.stringify({ id: crypto.randomUUID(), terminal })}' | '${process.execPath}' -e ` +
    `'const s = require("net").connect(${JSON.stringify(socket)}); process.stdin.pipe(s, { end: false }); s.pipe(process.stdout)'`;
  await skein.json(["new", "--name", "helper"]);
  const attempts: [command: string, sees: RegExp][] = [
    [`${cli} answer victim --once ${named.join(" ")}`, /[Oo]nly a person may/],
    [`script -qec "${cli} answer victim --once ${named.join(" ")}" /dev/null`, /is no terminal that a person works in/],
    [curl("/dev/tty"), /is not the path of a terminal/],
    [curl("/dev/null"), /is not the path of a terminal/],
    [curl(personal), /201 Created[\s\S]*"minutes":2/],
  ];
  for (const [command, sees] of attempts) {
    await skein.run(["send", "helper", `[[run: (${command}) >seen 2>&1]]`, "--wait"]);
    const out = readFileSync(join(skein.workspace, "seen"), "utf8");
    expect([command, out]).toEqual([command, expect.stringMatching(sees)]);
    expect(out).not.toMatch(/is the code/);
  }
  // The person hears of what they did not ask for.
  await tmux.sees(/is the code .*\n?.*did not ask/);
  expect(await isOpen(skein)).toBe(true);
});
