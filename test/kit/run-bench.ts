// Real runs for process tests: prepared in temporary directories and killed after each test, with helpers that inspect what they left behind.
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { openRun, prepareRun, type Run, type RunSpec } from "../../src/agents/keeper/index.ts";
import { killTree } from "../../src/system/processes/kill-tree.ts";
import { until } from "./until.ts";

export interface Bench {
  readonly home: string;
  /** Prepares a run of this command; everything can be said otherwise. */
  prepare(argv: readonly string[], rest?: Partial<RunSpec>): Promise<RunSpec>;
  open(spec: Pick<RunSpec, "dir">, options?: { start: boolean }): Promise<Run>;
  start(argv: readonly string[], rest?: Partial<RunSpec>): Promise<Run>;
  /** The run's name, from what was opened of it. */
  nameOf(run: Pick<Run, "dir">): string;
  /** Makes an empty file. */
  touch(path: string): Promise<void>;
  /** Detaches from all runs and kills them. */
  clear(): Promise<void>;
}

export function makeBench(): Bench {
  const home = mkdtempSync(join(tmpdir(), "skein-run-"));
  const specs: RunSpec[] = [];
  const runs: Run[] = [];
  const bench: Bench = {
    home,
    async prepare(argv, rest) {
      const run = randomUUID();
      const env = { PATH: process.env.PATH ?? "" };
      const spec: RunSpec = { run, dir: join(home, run), argv, cwd: home, env, stdin: { kind: "stream" }, ...rest };
      specs.push(spec);
      await prepareRun(spec);
      return spec;
    },
    nameOf: ({ dir }) => basename(dir),
    touch: (path) => writeFile(path, ""),
    async open({ dir }, { start } = { start: true }) {
      const run = basename(dir);
      const opened = await openRun({ run, dir, start });
      runs.push(opened);
      return opened;
    },
    async start(argv, rest) {
      return bench.open(await bench.prepare(argv, rest));
    },
    async clear() {
      for (const run of runs) run.detach();
      for (const { run } of specs) await killTree({ marker: run });
      rmSync(home, { recursive: true, force: true });
    },
  };
  return bench;
}

/** A command line that runs a script. */
export function sh(script: string, ...args: string[]): string[] {
  return ["/bin/sh", "-c", script, "sh", ...args];
}

/** A pid that the keeper has written down. */
export async function readPid(dir: string, file: "keeper" | "holder"): Promise<number> {
  const text = await until(`the file ${file}`, () => /^\d+\n$/.exec(readOrEmpty(join(dir, file)))?.[0]);
  return Number(text);
}

/** Everything the agent has said so far. */
export async function readAll(run: Run, from = 0): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let offset = from; ; ) {
    const chunk = await run.read(offset, 65_536);
    if (!chunk?.length) return Buffer.concat(chunks);
    chunks.push(chunk);
    offset += chunk.length;
  }
}

/** Waits for the agent to say something, woken by `onOutput` alone. */
export async function untilSaid(run: Run, text: string): Promise<string> {
  let wake = () => {};
  const end = run.onOutput(() => wake());
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const said = (await readAll(run)).toString();
      if (said.includes(text)) return said;
      await woken;
    }
  } finally {
    end();
  }
}

/** Pids of living processes with this text in their command line, marked or not. */
export function processesWith(text: string): number[] {
  return livingPids().filter((pid) => readOrEmpty(`/proc/${pid}/cmdline`).includes(text));
}

/** Those that have become `sleep <duration>`: only then has everything before it in their command line happened. */
export function sleepersFor(duration: string): number[] {
  return livingPids().filter((pid) => {
    const [program, ...args] = readOrEmpty(`/proc/${pid}/cmdline`).split("\0");
    return /(^|\/)sleep$/.test(program ?? "") && args[0] === duration;
  });
}

export function zombiesOfThisProcess(): number {
  return allPids().filter((pid) => {
    const [state, parent] = stat(pid);
    return state === "Z" && Number(parent) === process.pid;
  }).length;
}

export function isAlive(pid: number): boolean {
  const [state] = stat(pid);
  return state !== undefined && state !== "Z" && state !== "X";
}

export function stateOf(pid: number): string | undefined {
  return stat(pid)[0];
}

export async function untilGone(pid: number): Promise<void> {
  await until(`the end of process ${pid}`, () => !isAlive(pid));
}

function livingPids(): number[] {
  return allPids().filter(isAlive);
}

function allPids(): number[] {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
}

function stat(pid: number): string[] {
  const text = readOrEmpty(`/proc/${pid}/stat`);
  return text === "" ? [] : text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
