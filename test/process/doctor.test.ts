// `skein doctor`, `skein agents` and `skein sessions --wide` as people run them: the built program, its daemon, real processes.
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DaemonProcess, skeinProgram } from "../kit/daemon-process.ts";
import { until } from "../kit/until.ts";

interface Ran {
  code: number;
  out: string;
  err: string;
}

function skein(daemon: DaemonProcess, words: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { env: { ...daemon.env, NO_COLOR: "1", ...env }, cwd: daemon.workspace };
    execFile(process.execPath, [skeinProgram, ...words], options, (error, out, err) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
    );
  });
}

interface Check {
  id: string;
  state: string;
  title: string;
  text: string;
  fix: string | null;
}

async function examine(daemon: DaemonProcess, env: Record<string, string> = {}) {
  const { code, out } = await skein(daemon, ["doctor", "--json"], env);
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: Check[] };
  const of = (title: string) => checks.find((check) => check.title === title);
  return { code, ok, checks, of };
}

test("everything is checked, and all is well", async () => {
  const daemon = new DaemonProcess();
  const bin = join(daemon.workspace, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "claude"), "#!/bin/sh\necho '9.8.7 (Claude Code)'\n");
  chmodSync(join(bin, "claude"), 0o755);
  const { code, ok, checks, of } = await examine(daemon, { PATH: bin, ANTHROPIC_API_KEY: "s3cret" });
  expect({ code, ok }).toEqual({ code: 0, ok: true });
  expect([...new Set(checks.map(({ id }) => id))]).toEqual([
    ...["node", "home", "disk", "config", "daemon", "database", "agents", "programs"],
  ]);
  expect(of("home")).toMatchObject({ state: "ok" });
  expect(of("daemon")).toMatchObject({ state: "ok", text: expect.stringContaining(daemon.paths.socket) });
  expect(of("log")).toMatchObject({ state: "ok" });
  expect(of("claude")).toMatchObject({
    state: "ok",
    text: expect.stringMatching(/^9\.8\.7, .*logged in: ANTHROPIC_API_KEY is set$/),
  });
  expect(of("gemini")).toEqual({
    ...{ id: "agents", state: "note", title: "gemini", text: "not installed" },
    fix: "npm install -g @google/gemini-cli",
  });
  expect(JSON.stringify(checks)).not.toContain("s3cret");
  expect((await skein(daemon, ["doctor"], { PATH: bin })).out).toMatch(
    /^! {2}claude .*not logged in\n {5}fix: .*\/login$/m,
  );
});

test("what will not work is a failure with its fix, and the exit code says so", async () => {
  const daemon = new DaemonProcess();
  mkdirSync(daemon.paths.home, { recursive: true, mode: 0o755 });
  chmodSync(daemon.paths.home, 0o755);
  writeFileSync(daemon.paths.config, "[agents.nova]\ntransport = 7\n");
  const { code, ok, of } = await examine(daemon);
  expect({ code, ok }).toEqual({ code: 1, ok: false });
  expect(of("home")).toMatchObject({ state: "warning", fix: `chmod 700 ${daemon.paths.home}` });
  expect(of("config.toml")).toMatchObject({
    state: "failed",
    text: expect.stringContaining("agents.nova"),
    fix: `correct ${daemon.paths.config}`,
  });
  writeFileSync(daemon.paths.config, "");
});

test("without a daemon, and where none can be started, the rest is checked nevertheless", async () => {
  const daemon = new DaemonProcess();
  mkdirSync(daemon.paths.database, { recursive: true });
  const { code, ok, of } = await examine(daemon);
  expect({ code, ok }).toEqual({ code: 1, ok: false });
  expect(of("daemon")).toMatchObject({ state: "failed", text: expect.stringMatching(/could not be started: \S/) });
  expect(of("Node")).toMatchObject({ state: "ok" });
  expect(of("log")).toMatchObject({ state: "note" });
  expect(of("agents")).toMatchObject({ state: "note", text: "not looked for without a daemon" });
  const { rmdirSync } = await import("node:fs");
  rmdirSync(daemon.paths.database);
});

test("the wide list shows the memory of each agent that lives, with all that it has started", async () => {
  const daemon = new DaemonProcess();
  await daemon.start();
  const names = ["works", "rests"];
  for (const name of names) await daemon.client.create({ cwd: daemon.workspace, agent: "demo", name });
  const [works] = await daemon.client.sessions();
  const { session } = await daemon.client.resolve({ ref: "works", cwd: daemon.workspace });
  expect(works).toBeDefined();
  const content = [{ type: "text" as const, text: "[[run: touch started; tail -f /dev/null]]" }];
  await daemon.client.prompt(session.id, { content });
  const processes = await until("the tool to run", async () => {
    const { items } = await daemon.client.processes();
    const found = items.find((item) => item.session === session.id);
    return found && found.pids.length > 2 ? found : undefined;
  });
  expect(processes.bytes).toBeGreaterThan(5_000_000);
  const resident = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024;
  expect(processes.bytes).toBeLessThan(10 * resident);
  const { out } = await skein(daemon, ["sessions", "--wide"]);
  const rows = out.split("\n").map((line) => line.split(/ {2,}/));
  expect(rows[0]?.slice(-5)).toEqual(["MODEL", "MODE", "TURNS", "TOKENS", "MEMORY"]);
  expect(rows.find((row) => row[1] === "works")?.at(-1)).toMatch(/^\d+ MB$/);
  expect(rows.find((row) => row[1] === "rests")?.at(-1)).toBe("-");
  expect(out).toMatch(/^1 agent lives, in \d+ MB of memory$/m);
  const { sessions } = JSON.parse((await skein(daemon, ["sessions", "--wide", "--json"])).out);
  const memory = Object.fromEntries(
    sessions.map((one: { name: string; memoryBytes: unknown }) => [one.name, one.memoryBytes]),
  );
  expect(memory).toEqual({ works: expect.any(Number), rests: null });
});
