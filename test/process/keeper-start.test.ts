import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openRun, prepareRun, removeRun } from "../../src/agents/keeper/index.ts";
import { runFiles } from "../../src/agents/keeper/run-files.ts";
import { startKeeper } from "../../src/agents/keeper/start-keeper.ts";
import { processesOf } from "../../src/system/processes/kill-tree.ts";
import { type Bench, makeBench, readAll, readPid, sh, stateOf, untilGone, untilSaid } from "../kit/run-bench.ts";
import { until } from "../kit/until.ts";

let bench: Bench;

beforeEach(() => {
  bench = makeBench();
});

afterEach(() => bench.clear());

describe("starting", () => {
  test("two daemons at once start one agent, and both see its end", async () => {
    const spec = await bench.prepare(sh("echo started; cat"));
    const runs = await Promise.all(Array.from({ length: 4 }, () => bench.open(spec)));
    await untilSaid(runs[0]!, "started");
    await runs[1]!.write({ offset: 0, bytes: Buffer.from("hello\n") });
    await runs[2]!.closeInput();
    for (const run of runs) {
      expect(await run.exited).toEqual({ kind: "exited", code: 0 });
      expect((await readAll(run)).toString()).toBe("started\nhello\n");
    }
    await until("no process left", async () => (await processesOf(spec.run)).length === 0);
  });

  test("opening again, or preparing again, does not start again", async () => {
    const spec = await bench.prepare(sh("echo started"));
    await prepareRun(spec);
    await (await bench.open(spec)).exited;
    await prepareRun({ ...spec, argv: ["echo", "other"] });
    const again = await bench.open(spec);
    expect(await again.exited).toEqual({ kind: "exited", code: 0 });
    expect((await readAll(again)).toString()).toBe("started\n");
  });

  test("a keeper that nobody watches waits, and the next daemon's start is still the only one", async () => {
    const spec = await bench.prepare(sh("echo started; cat"));
    const keeper = await startKeeper({ run: spec.run, files: runFiles(spec.dir) });
    await until("the keeper to wait", () => stateOf(keeper.pid!) === "S");
    expect(existsSync(join(spec.dir, "keeper"))).toBe(false);
    const run = await bench.open(spec);
    await untilSaid(run, "started");
    await run.closeInput();
    expect(await run.exited).toEqual({ kind: "exited", code: 0 });
    expect((await readAll(run)).toString()).toBe("started\n");
    await until("no process left", async () => (await processesOf(spec.run)).length === 0);
  });

  test("a run that was opened without a start never starts", async () => {
    const spec = await bench.prepare(sh("echo started"));
    const keeper = await startKeeper({ run: spec.run, files: runFiles(spec.dir) });
    await until("the keeper to wait", () => stateOf(keeper.pid!) === "S");
    expect(await (await bench.open(spec, { start: false })).exited).toEqual({ kind: "unstarted" });
    await untilGone(keeper.pid!);
    const run = await bench.open(spec, { start: true });
    expect(await run.exited).toEqual({ kind: "unstarted" });
    expect(await readAll(run)).toEqual(Buffer.alloc(0));
    await run.stop({ graceMs: 0 });
    await removeRun(spec.dir);
  });

  test("a start that the system refuses is an error, and leaves the run to be started", async () => {
    // Longer than one argument may be.
    const { run, dir } = await bench.prepare(["echo", "x".repeat(200_000)]);
    await expect(openRun({ run, dir, start: true })).rejects.toMatchObject({ code: "keeper_not_started" });
    expect(existsSync(join(dir, "keeper"))).toBe(false);
    await expect(openRun({ run, dir: join(dir, "none"), start: true })).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("a run that was prepared before the machine was started anew is not started", async () => {
    const spec = await bench.prepare(sh("echo hi"));
    const { spec: file } = runFiles(spec.dir);
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), boot: "another life" }));
    expect(await (await bench.open(spec, { start: true })).exited).toEqual({ kind: "unstarted" });
    expect(readFileSync(runFiles(spec.dir).out, "utf8")).toBe("");
  });

  test("a shell that can't even start ends the run as unstarted", async () => {
    writeFileSync(join(bench.home, "libc.so.6"), "not a library");
    const run = await bench.start(["cat"], { env: { LD_LIBRARY_PATH: bench.home } });
    expect(await run.exited).toEqual({ kind: "unstarted" });
    await run.closeInput();
    await run.stop({ graceMs: 5_000 });
  });
});

describe("outliving the daemon", () => {
  test("nothing is lost or doubled when daemons are killed in the middle of it", async () => {
    const spec = await bench.prepare(sh('while IFS= read -r line; do echo "$line"; done; echo end'));
    const messages = join(bench.home, "messages");
    const journal = join(bench.home, "journal");
    const lines = Array.from({ length: 40 }, (_, index) => `${index} ${"y".repeat((index * 7919) % 60_000)}\n`).join(
      "",
    );
    writeFileSync(messages, lines);
    writeFileSync(journal, "");
    const startDaemon = () => {
      const program = fileURLToPath(new URL("../kit/daemon-like.ts", import.meta.url));
      const args = [program, spec.run, spec.dir, messages, journal];
      const env = { PATH: process.env.PATH };
      const daemon = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit"] });
      return { daemon, end: once(daemon, "exit") };
    };

    const kills = 6;
    for (let kill = 1; kill <= kills; kill++) {
      const { daemon, end } = startDaemon();
      const goal = (lines.length * kill) / (kills + 2);
      await until(`${goal} bytes in the journal`, () => statSync(journal).size >= goal);
      daemon.kill("SIGKILL");
      expect(await end).toEqual([null, "SIGKILL"]);
    }
    const { end } = startDaemon();
    await until("the whole journal", () => statSync(journal).size >= lines.length);
    const run = await bench.open(spec);
    await run.closeInput();
    expect(await run.exited).toEqual({ kind: "exited", code: 0 });
    expect(await end).toEqual([0, null]);
    expect(readFileSync(journal, "utf8")).toBe(`${lines}end\n`);
    expect(readFileSync(join(spec.dir, "in"), "utf8")).toBe(lines);
  });

  test("a run that ended while nobody watched tells how", async () => {
    const spec = await bench.prepare(sh("echo said; cat; exit 7"));
    const first = await bench.open(spec);
    const keeper = await readPid(spec.dir, "keeper");
    const holder = await readPid(spec.dir, "holder");
    await untilSaid(first, "said");
    first.detach();
    process.kill(holder, "SIGTERM");
    await untilGone(keeper);
    const later = await bench.open(spec, { start: false });
    expect(await later.exited).toEqual({ kind: "exited", code: 7 });
    expect((await readAll(later)).toString()).toBe("said\n");
  });

  test("a keeper that was killed while nobody watched is lost", async () => {
    const spec = await bench.prepare(["cat"]);
    const first = await bench.open(spec);
    const keeper = await readPid(spec.dir, "keeper");
    first.detach();
    process.kill(keeper, "SIGKILL");
    await untilGone(keeper);
    const later = await bench.open(spec);
    expect(await later.exited).toEqual({ kind: "lost" });
    await later.stop({ graceMs: 1_000 });
    expect(await processesOf(spec.run)).toEqual([]);
  });

  test("a killed keeper is noticed at once, the agent goes on, and a sweep ends it", async () => {
    const spec = await bench.prepare(sh('trap "" TERM; echo up; while read -r line; do echo "$line"; done'));
    const run = await bench.open(spec);
    await untilSaid(run, "up");
    const keeper = await readPid(spec.dir, "keeper");
    process.kill(keeper, "SIGKILL");
    expect(await run.exited).toEqual({ kind: "lost" });
    await run.write({ offset: 0, bytes: Buffer.from("still here\n") });
    await until("its answer", async () => (await readAll(run)).includes("still here"));
    const { killed, left } = await run.sweep();
    expect(left).toEqual([]);
    // The agent, and the tail that feeds it; perhaps the guard.
    expect(killed).toBeGreaterThanOrEqual(2);
    expect(await processesOf(spec.run)).toEqual([]);
    expect(await processesOf(spec.run)).toEqual([]);
  });
});
