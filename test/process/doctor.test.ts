// `skein doctor` and `skein sessions --wide` as people run them: the built program, its daemon, real processes.
import { chmodSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Client, unixTransport } from "../../src/client/index.ts";
import { pathsOf } from "../../src/home/index.ts";
import { runChecks } from "../kit/run-checks.ts";
import { SkeinHome } from "../kit/skein-home.ts";
import { until } from "../kit/until.ts";

test("everything is checked, and all is well", async () => {
  const skein = new SkeinHome();
  const bin = join(skein.root, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "claude"), "#!/bin/sh\necho '9.8.7 (Claude Code)'\n");
  chmodSync(join(bin, "claude"), 0o755);
  Object.assign(skein.env, { PATH: bin, ANTHROPIC_API_KEY: "s3cret" });
  const { code, ok, checks, of } = await runChecks(skein);
  expect({ code, ok }).toEqual({ code: 0, ok: true });
  const ids = [
    ...["node", "versions", "environment", "home", "filesystem", "disk"],
    ...["daemon", "socket", "callers", "web", "lock", "descriptors", "login-item"],
    ...["database", "backup", "clock", "config", "agents", "leftovers", "programs"],
  ];
  expect([...new Set(checks.map(({ id }) => id))]).toEqual(ids);
  expect(checks.filter(({ state, fix }) => (state === "warning" || state === "failed") && fix === null)).toEqual([]);
  expect(of("home")).toMatchObject({ state: "ok", hint: null, fix: null });
  expect(of("daemon")).toMatchObject({ state: "ok", text: expect.stringContaining("daemon.sock") });
  expect(of("log")).toMatchObject({ state: "ok" });
  expect(of("claude")).toMatchObject({
    state: "ok",
    text: expect.stringMatching(/^9\.8\.7, .*logged in: ANTHROPIC_API_KEY is set$/),
  });
  expect(of("gemini")).toEqual({
    ...{ id: "agents", state: "note", title: "gemini", text: "not installed" },
    ...{ hint: "npm install -g @google/gemini-cli", fix: "npm install -g @google/gemini-cli" },
  });
  expect(JSON.stringify(checks)).not.toContain("s3cret");
  delete skein.env.ANTHROPIC_API_KEY;
  const { out } = await skein.run(["doctor"]);
  expect(out).toMatch(/^! {2}claude .*not logged in\n {5}fix: .*\/login$/m);
});

test("what will not work is a failure with its fix, and the exit code says so", async () => {
  const skein = new SkeinHome();
  const config = join(skein.home, "config.toml");
  chmodSync(skein.home, 0o755);
  writeFileSync(config, "[agents.nova]\ntransport = 7\n");
  const { code, ok, of } = await runChecks(skein);
  expect({ code, ok }).toEqual({ code: 1, ok: false });
  expect(of("home")).toMatchObject({ state: "warning", fix: `chmod 700 ${skein.home}` });
  expect(of("config.toml")).toMatchObject({
    state: "failed",
    text: expect.stringContaining("agents.nova"),
    fix: `correct ${config}`,
  });
  expect(of("agents")).toMatchObject({ state: "note" });
});

test("where no daemon can be started, that is said, and the rest is checked nevertheless", async () => {
  const skein = new SkeinHome();
  const database = join(skein.home, "skein.db");
  mkdirSync(database);
  const { code, ok, of } = await runChecks(skein);
  expect({ code, ok }).toEqual({ code: 1, ok: false });
  expect(of("daemon")).toMatchObject({ state: "failed", text: expect.stringMatching(/could not be started: \S/) });
  expect(of("Node")).toMatchObject({ state: "ok" });
  expect(of("log")).toMatchObject({ state: "note" });
  expect(of("agents")).toMatchObject({ state: "note", text: "not checked without a daemon" });
  rmdirSync(database);
});

test("the wide list shows the memory of each agent that lives, with all that it has started", async () => {
  const skein = new SkeinHome();
  for (const name of ["works", "rests"]) await skein.run(["new", "--name", name, "--agent", "demo"]);
  await skein.run(["send", "works", "[[run: tail -f /dev/null]]"]);
  const client = new Client({ transport: unixTransport(pathsOf(skein.env).socket), name: "test" });
  const { bytes } = await until("the tool to run", async () => {
    const { items } = await client.processes();
    // The keeper, its pump, its guard with a sleep, the agent, and the tool's shell with its tail.
    return items.find(({ pids }) => pids.length > 6);
  });
  expect(bytes).toBeGreaterThan(5_000_000);
  const { out } = await skein.run(["sessions", "--wide"]);
  const rows = out.split("\n").map((line) => line.split(/ {2,}/));
  expect(rows[0]?.slice(-5)).toEqual(["MODE", "TURNS", "TOKENS", "TASKS", "MEMORY"]);
  expect(rows.find((row) => row[1] === "works")?.at(-1)).toMatch(/^[\d.]+ MB$/);
  expect(rows.find((row) => row[1] === "rests")?.at(-1)).toBe("-");
  expect(out).toMatch(/^1 agent process, [\d.]+ MB of memory$/m);
  const { sessions } = await skein.json<{ sessions: { name: string; memoryBytes: number | null }[] }>([
    ...["sessions", "--wide"],
  ]);
  const memory = Object.fromEntries(sessions.map((one) => [one.name, one.memoryBytes]));
  expect(memory).toEqual({ works: expect.any(Number), rests: null });
});
