import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { killTree, processesOf } from "../../src/system/processes/kill-tree.ts";
import { killProcesses } from "../kit/processes-in.ts";
import { isAlive, processesWith, sleepersFor } from "../kit/run-bench.ts";
import { until } from "../kit/until.ts";

let marker: string;
/** An argument of every process that a test starts, for those that no marker leads to. */
let tag: string;
let started: ChildProcess[];

beforeEach(() => {
  marker = randomUUID();
  // A duration, so that `sleep` takes it as its argument.
  tag = `1000.${Math.floor(Math.random() * 1e12)}`;
  started = [];
});

afterEach(async () => {
  for (const child of started) child.kill("SIGKILL");
  await killProcesses("what is left", () => processesWith(tag));
});

function start(script: string, options: { run?: string; detached?: boolean } = {}): ChildProcess {
  const { run = marker, detached = true } = options;
  const env = { PATH: process.env.PATH, SKEIN_RUN: run };
  const child = spawn("/bin/sh", ["-c", script, "sh", tag], { env, detached, stdio: "ignore" });
  started.push(child);
  return child;
}

const worstTree = `
  sleep "$1" &
  setsid sleep "$1" &
  (setsid sh -c 'sleep "$1" & sleep "$1"; :' sh "$1" &)
  env -i /usr/bin/setsid /bin/sleep "$1" &
  sleep "$1"; :
`;
/** Six sleeps and two shells. */
const worstTreeSize = 8;

test("nothing of the worst tree is left", async () => {
  const child = start(worstTree);
  await until("the whole tree", () => sleepersFor(tag).length === 6);
  // The shell between them ends right after what it has started.
  await until("no more than it", async () => (await processesOf(marker)).length === worstTreeSize);
  expect(await killTree({ marker })).toEqual({ killed: worstTreeSize, left: [] });
  expect(processesWith(tag)).toEqual([]);
  expect(await processesOf(marker)).toEqual([]);
  await until("the child's end", () => child.signalCode === "SIGKILL");
});

test("a process with an emptied environment is found through its session when its parent is gone", async () => {
  start(`(env -i /bin/sleep "$1" &); sleep "$1"; :`);
  await until("the whole tree", () => sleepersFor(tag).length === 2);
  await killTree({ marker });
  expect(processesWith(tag)).toEqual([]);
});

test("the session is still the run's when its first process is gone", async () => {
  const child = start(`(env -i /bin/sleep "$1" &); sleep "$1" & wait; :`);
  await until("the whole tree", () => sleepersFor(tag).length === 2);
  child.kill("SIGKILL");
  await until("the leader's end", () => processesWith(tag).length === 2);
  expect(await killTree({ marker })).toEqual({ killed: 2, left: [] });
  expect(processesWith(tag)).toEqual([]);
});

test("a process that was seen before belongs to the tree, though nothing leads to it any more", async () => {
  const child = start(`env -i /usr/bin/setsid /bin/sleep "$1" & wait; :`);
  await until("the whole tree", () => sleepersFor(tag).length === 1);
  const known = await processesOf(marker);
  child.kill("SIGKILL");
  await until("the parent's end", () => processesWith(tag).length === 1);
  expect(await processesOf(marker)).toEqual([]);
  expect(await killTree({ marker, known })).toEqual({ killed: 1, left: [] });
  expect(processesWith(tag)).toEqual([]);
});

test("a tree that keeps forking dies too", async () => {
  start(`while :; do setsid sh -c 'sleep "$1"; :' sh "$1" & sleep 0.01; done`);
  await until("some processes", () => sleepersFor(tag).length > 10);
  await killTree({ marker });
  expect(processesWith(tag)).toEqual([]);
});

test("a stopped process dies too", async () => {
  const child = start(`sleep "$1"; :`);
  await until("the whole tree", () => sleepersFor(tag).length === 1);
  child.kill("SIGSTOP");
  expect(await killTree({ marker })).toEqual({ killed: 2, left: [] });
});

test("the spared process lives, and what it started does not", async () => {
  const child = start(`sleep "$1" & sleep "$1"; while :; do :; done`);
  await until("the whole tree", () => sleepersFor(tag).length === 2);
  expect(await killTree({ marker, spare: child.pid! })).toEqual({ killed: 2, left: [] });
  expect(isAlive(child.pid!)).toBe(true);
});

test("other runs, their keepers and our own session are left alone", async () => {
  // Not detached: shares the session of this process, as does everything that started this process.
  const mine = start(`sleep "$1"; :`, { detached: false });
  const other = start(`sleep "$1"; :`, { run: randomUUID() });
  const prefix = start(`sleep "$1"; :`, { run: `${marker}0` });
  // Another run that was started from within this one.
  const nested = start(`SKEIN_RUN=other setsid sleep "$1" & sleep "$1"; :`);
  await until("all processes", () => sleepersFor(tag).length === 5);
  expect(await killTree({ marker })).toEqual({ killed: 4, left: [] });
  await until("their end", () => mine.signalCode !== null && nested.signalCode !== null);
  expect([other, prefix].map((child) => isAlive(child.pid!))).toEqual([true, true]);
  expect(processesWith(tag)).toHaveLength(5);
});

test("a process of ours that carries the marker spares itself and its ancestors", async () => {
  const program = `
    import { killTree } from "${new URL("../../src/system/processes/kill-tree.ts", import.meta.url).href}";
    console.log((await killTree({ marker: process.env.SKEIN_RUN })).killed);
  `;
  const child = spawn(
    "/bin/sh",
    ["-c", `sleep "$1" & "$2" --input-type=module -e "$3" && echo alive`, "sh", tag, process.execPath, program],
    { env: { PATH: process.env.PATH, SKEIN_RUN: marker }, detached: true, stdio: ["ignore", "pipe", "inherit"] },
  );
  started.push(child);
  let said = "";
  child.stdout?.on("data", (chunk) => {
    said += chunk;
  });
  await until("its end", () => child.exitCode !== null && said.includes("alive"));
  expect(said).toBe("1\nalive\n");
});

test("a process of ours that is no part of the run ends ancestors that are", async () => {
  const program = `
    import { killTree } from "${new URL("../../src/system/processes/kill-tree.ts", import.meta.url).href}";
    console.log(JSON.stringify(await killTree({ marker: process.argv[1] })));
  `;
  const script = `sleep "$1" & env -u SKEIN_RUN "$2" --input-type=module -e "$3" "$SKEIN_RUN"; echo alive`;
  const child = spawn("/bin/sh", ["-c", script, "sh", tag, process.execPath, program], {
    env: { PATH: process.env.PATH, SKEIN_RUN: marker },
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  started.push(child);
  let said = "";
  child.stdout?.on("data", (chunk) => {
    said += chunk;
  });
  await until("its end", () => child.signalCode === "SIGKILL" && said !== "");
  expect(said).toBe('{"killed":2,"left":[]}\n');
});

test("an unknown marker kills nothing", async () => {
  expect(await killTree({ marker: randomUUID() })).toEqual({ killed: 0, left: [] });
});
