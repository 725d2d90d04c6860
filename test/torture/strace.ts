// A program under strace, which counts what it does to some files and harms it at the chosen call.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

/** Everything that changes a file or its name. What goes through shared memory (the WAL's index) is seen by nobody, and rebuilt after a crash. */
export const storageCalls = [
  ...["openat", "write", "writev", "pwrite64", "pwritev", "copy_file_range", "ftruncate", "fallocate"],
  ...["fsync", "fdatasync", "rename", "renameat", "renameat2", "link", "linkat", "unlink", "unlinkat"],
];

export interface Traced {
  /** The file in `programs/`, with its arguments. */
  program: string;
  args: readonly string[];
  /** Only calls on these count. */
  paths: readonly string[];
  calls: readonly string[];
}

export interface Outcome {
  /** Null when it was killed. */
  code: number | null;
  /** What it printed, whole lines only: the last may have been cut off. */
  lines: string[];
  errors: string;
}

/** The n-th time that some thread of the program makes this call. */
export interface Point {
  call: string;
  n: number;
}

/** Harm as strace words it: `signal=KILL`, `error=EIO`. With `isLasting`, every later such call suffers, too. */
export function runWith(
  { harm, at, isLasting = false }: { harm: string; at: Point; isLasting?: boolean },
  traced: Traced,
): Promise<Outcome> {
  const inject = `inject=${at.call}:${harm}:when=${at.n}${isLasting ? "+" : ""}`;
  return run("strace", [...traceWords(traced, "/dev/null"), "-e", inject, ...nodeWith(traced.program, traced.args)]);
}

/**
 * The same, but only until it has happened: calls are counted for each thread anew, and a thread that is started after the failure would meet it
 * again. The program is then left alone; should a second one fail before that, it must get over that, too.
 */
export async function runWithOnce(
  { harm, at }: { harm: string; at: Point },
  traced: Traced,
): Promise<Outcome & { isHarmed: boolean }> {
  const inject = `inject=${at.call}:${harm}:when=${at.n}`;
  // The program is our child, and strace one of its own: it can be ended without the program. What it sees goes to stderr.
  const words = ["-D", ...traceWords(traced, null), "-e", inject, ...nodeWith(traced.program, traced.args)];
  const child = start("strace", words);
  let seen = "";
  let isHarmed = false;
  child.stderr?.on("data", (chunk: Buffer) => {
    seen += chunk.toString("latin1");
    if (isHarmed || !seen.includes("(INJECTED)")) return;
    isHarmed = true;
    endTracerOf(child.pid ?? 0);
  });
  return { ...(await outcomeOf(child)), isHarmed };
}

function endTracerOf(pid: number): void {
  try {
    const tracer = /^TracerPid:\t([1-9]\d*)$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
    if (tracer !== undefined) process.kill(Number(tracer), "SIGKILL");
  } catch {
    // The program has ended, and strace with it.
  }
}

const traceWords = ({ paths, calls }: Traced, output: string | null): string[] => [
  ...["-f", "-qq", ...(output === null ? [] : ["-o", output]), "-e", `trace=${calls.join(",")}`],
  ...paths.flatMap((path) => ["-P", path]),
];

/** The same program left alone. */
export const runAlone = ({ program, args }: Pick<Traced, "program" | "args">): Promise<Outcome> =>
  run(process.execPath, nodeWith(program, args).slice(1));

/** Every such call that the program makes when nothing goes wrong; threads count for themselves, so the busiest one says how often. */
export async function pointsOf(traced: Traced): Promise<Point[]> {
  const dir = mkdtempSync(join(tmpdir(), "skein-trace-"));
  try {
    const trace = join(dir, "trace");
    const { code, errors } = await run("strace", [
      ...traceWords(traced, trace),
      ...nodeWith(traced.program, traced.args),
    ]);
    if (code !== 0) throw new Error(`${traced.program} fails without any harm: ${errors}`);
    const made = [...readFileSync(trace, "latin1").matchAll(/^(\d+) +(\w+)\(/gm)];
    return traced.calls.flatMap((call) => {
      const threads = Map.groupBy(
        made.filter(([, , name]) => name === call),
        ([, thread]) => thread,
      );
      const most = Math.max(0, ...[...threads.values()].map(({ length }) => length));
      return Array.from({ length: most }, (_, index) => ({ call, n: index + 1 }));
    });
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const nodeWith = (program: string, args: readonly string[]): string[] => [
  process.execPath,
  "--no-warnings",
  resolve("test/torture/programs", program),
  ...args,
];

const run = (command: string, args: readonly string[]): Promise<Outcome> => outcomeOf(start(command, args));

function start(command: string, args: readonly string[]): ChildProcess {
  // Compiled once, not at each of hundreds of points.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "skein-torture-cache") };
  return spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
}

async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const exited = once(child, "close");
  const [out, errors] = await Promise.all([text(child.stdout as Readable), text(child.stderr as Readable)]);
  const [code] = (await exited) as [number | null];
  // The rest after the last newline is a word that was cut off, or nothing.
  return { code, lines: out.split("\n").slice(0, -1), errors };
}
