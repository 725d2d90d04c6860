import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { processesOf } from "../../src/system/processes/kill-tree.ts";
import {
  type Bench,
  isAlive,
  makeBench,
  processesWith,
  readAll,
  readPid,
  sh,
  sleepersFor,
  untilSaid,
} from "../kit/run-bench.ts";
import { until } from "../kit/until.ts";

let bench: Bench;
let innocents: ChildProcess[];

beforeEach(() => {
  bench = makeBench();
  innocents = [];
});

afterEach(async () => {
  await bench.clear();
  for (const child of innocents) child.kill("SIGKILL");
});

/** Leads a group of its own, as a keeper does. */
async function startInnocent(env: Record<string, string> = {}): Promise<number> {
  const child = spawn("sleep", ["1000"], { detached: true, stdio: "ignore", env: { PATH: process.env.PATH, ...env } });
  innocents.push(child);
  await once(child, "spawn");
  return child.pid!;
}

const worstTree = `
  sleep "$1" &
  setsid sleep "$1" &
  (setsid sh -c 'sleep "$1" & sleep "$1"; :' sh "$1" &)
  env -i /usr/bin/setsid /bin/sleep "$1" &
  echo up
  sleep "$1"; :
`;
const worstTreeSize = 6;
const tag = () => `1000.${Math.floor(Math.random() * 1e12)}`;

test("an agent that ends on SIGTERM tells its own code", async () => {
  const run = await bench.start(sh('trap "echo bye; exit 9" TERM; echo up; while :; do sleep 0.01; done'));
  await untilSaid(run, "up");
  await run.stop({ graceMs: 10_000 });
  expect(await run.exited).toEqual({ kind: "exited", code: 9 });
  expect((await readAll(run)).toString()).toBe("up\nbye\n");
});

test("[C-15] an agent that ignores SIGTERM is killed after its grace, and its end is known", async () => {
  const spec = await bench.prepare(sh('trap "" TERM; echo up; while :; do sleep 0.01; done'));
  const run = await bench.open(spec);
  await untilSaid(run, "up");
  await run.stop({ graceMs: 50 });
  expect(await run.exited).toEqual({ kind: "signaled", signal: "SIGKILL" });
  expect(await processesOf(spec.run)).toEqual([]);
});

test("a stopped agent can be ended", async () => {
  const run = await bench.start(sh('trap "exit 3" TERM; echo up; kill -STOP $$; exit 4'));
  await untilSaid(run, "up");
  await run.stop({ graceMs: 10_000 });
  expect(await run.exited).toMatchObject({ kind: "exited" });
});

test("nothing of the worst tree is left, when the agent ends by itself and when it does not", async () => {
  for (const prelude of ["", 'trap "" TERM;']) {
    const id = tag();
    const spec = await bench.prepare(sh(prelude + worstTree, id));
    const run = await bench.open(spec);
    await until("the whole tree", () => sleepersFor(id).length === worstTreeSize);
    await run.stop({ graceMs: 100 });
    expect(processesWith(id)).toEqual([]);
    expect(await processesOf(spec.run)).toEqual([]);
    expect((await run.exited).kind).toBe("signaled");
  }
});

test("what an agent left behind is swept after its end", async () => {
  const id = tag();
  const spec = await bench.prepare(sh('setsid sleep "$1" & echo up', id));
  const run = await bench.open(spec);
  expect(await run.exited).toEqual({ kind: "exited", code: 0 });
  await until("the setsid", () => sleepersFor(id).length === 1);
  // The keeper has noted the agent's end before it ends itself.
  await until("the end of the keeper", async () => (await processesOf(spec.run)).length === 1);
  expect(await run.sweep()).toEqual({ killed: 1, left: [] });
  expect(await run.sweep()).toEqual({ killed: 0, left: [] });
  expect(processesWith(id)).toEqual([]);
});

test("a run that has just been asked to start is stopped without waiting for its grace", async () => {
  for (let round = 0; round < 20; round++) {
    const spec = await bench.prepare(["sleep", "1000"]);
    const run = await bench.open(spec);
    // Somewhere between the start of the shell and that of the agent.
    const place = ["alive", "keeper", "holder", "agent"][round % 4]!;
    await until(place, () => existsSync(join(spec.dir, place)));
    await run.stop({ graceMs: 50_000 });
    expect(["unstarted", "signaled"]).toContain((await run.exited).kind);
    expect(await processesOf(spec.run)).toEqual([]);
  }
});

test("the input of a run that has just been asked to start can be ended", async () => {
  for (let round = 0; round < 20; round++) {
    const run = await bench.start(["cat"]);
    if (round % 2 === 0) await until("holder", () => existsSync(join(run.dir, "holder")));
    await run.closeInput();
    expect(await run.exited).toEqual({ kind: "exited", code: 0 });
  }
});

test("stopping twice, and after the end, is harmless", async () => {
  const run = await bench.start(["cat"]);
  await Promise.all([run.stop({ graceMs: 5_000 }), run.stop({ graceMs: 5_000 })]);
  await run.stop({ graceMs: 5_000 });
  expect((await run.exited).kind).not.toBe("lost");
});

test("a run whose directory was removed can still be stopped", async () => {
  const spec = await bench.prepare(["cat"]);
  const run = await bench.open(spec);
  await until("the agent", () => existsSync(join(spec.dir, "agent")));
  rmSync(spec.dir, { recursive: true });
  await run.stop({ graceMs: 5_000 });
  expect(await run.exited).toEqual({ kind: "lost" });
  expect(await processesOf(spec.run)).toEqual([]);
});

test.for([
  ["a file", 'touch "$SKEIN_RUN"'],
  ["a link to itself", 'ln -s "$SKEIN_RUN" "$SKEIN_RUN"'],
  ["an empty directory", 'mkdir "$SKEIN_RUN"'],
  ["a directory with a FIFO of its own", 'mkdir "$SKEIN_RUN"; mkfifo "$SKEIN_RUN/alive"'],
  ["a directory without an end", 'mkdir "$SKEIN_RUN"; mkfifo "$SKEIN_RUN/alive"; ln -s nowhere "$SKEIN_RUN/keeper"'],
])("a run that has put %s in the place of its directory can still be stopped", async ([, put]) => {
  const spec = await bench.prepare(sh(`mv "$SKEIN_RUN" aside; ${put}; echo hidden; exec sleep 1000`));
  const run = await bench.open(spec);
  await untilSaid(run, "hidden");
  expect(await run.stop({ graceMs: 5_000 })).toEqual([]);
  expect(await run.exited).toMatchObject({ kind: expect.stringMatching(/lost|unstarted/) });
  expect(await processesOf(spec.run)).toEqual([]);
});

test("a stranger with a number that was ours is never signalled", async () => {
  const spec = await bench.prepare(["cat"]);
  const run = await bench.open(spec);
  const keeper = await readPid(spec.dir, "keeper");
  const holder = await readPid(spec.dir, "holder");
  for (const stranger of [await startInnocent(), await startInnocent({ SKEIN_RUN: `${spec.run}x` })]) {
    writeFileSync(join(spec.dir, "keeper"), `${stranger}\n`);
    writeFileSync(join(spec.dir, "holder"), `${stranger}\n`);
    await run.closeInput();
    expect([stranger, keeper, holder].map(isAlive)).toEqual([true, true, true]);
  }
  process.kill(keeper, "SIGKILL");
  await run.stop({ graceMs: 50 });
  expect(await run.exited).toEqual({ kind: "lost" });
  expect(await processesOf(spec.run)).toEqual([]);
  expect(innocents.map((child) => isAlive(child.pid!))).toEqual([true, true]);
});
