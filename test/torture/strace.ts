// A program under strace, which counts what it does to some files and harms it at the chosen call.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
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

const traceWords = ({ paths, calls }: Traced, output: string): string[] => [
  ...["-f", "-qq", "-o", output, "-e", `trace=${calls.join(",")}`],
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

async function run(command: string, args: readonly string[]): Promise<Outcome> {
  // Compiled once, not at each of hundreds of points.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "skein-torture-cache") };
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "close");
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await exited) as [number | null];
  // The rest after the last newline is a word that was cut off, or nothing.
  return { code, lines: out.split("\n").slice(0, -1), errors };
}
