// Runs a program to its end and gives what it printed. No shell is in between, and stdin is empty.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { codeOf, messageOf } from "../errors.ts";
import { endOf } from "./child-end.ts";

interface Running {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly encoding?: BufferEncoding;
  /** In a process group of its own: a Ctrl+C is not for it. */
  readonly detached?: boolean;
  /** It gets a SIGTERM then, and is not waited for any more. */
  readonly timeoutMs?: number;
  /** The same happens to one that prints more than this. */
  readonly maxBytes?: number;
  /** How long after its exit its pipes are read on: something that it has started may hold them open. */
  readonly lastWordsMs?: number;
}

const MAX_BYTES = 2 ** 28;
const MAX_STDERR_BYTES = 16 * 1024;

type Reason = "not_started" | "timeout" | "too_long" | "ended";

/** It did not run to a good end. */
export class ProgramFailed extends Error {
  override readonly name = "ProgramFailed";
  readonly reason: Reason;
  /** Its exit code, or the system's word for why it was not started. */
  readonly code: number | string | null;
  readonly signal: string | null;
  readonly stdout: string;
  /** The end of it. */
  readonly stderr: string;
  readonly isStderrCut: boolean;

  constructor(
    reason: Reason,
    message: string,
    facts: Partial<Omit<ProgramFailed, keyof Error | "reason">>,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.reason = reason;
    this.code = facts.code ?? null;
    this.signal = facts.signal ?? null;
    this.stdout = facts.stdout ?? "";
    this.stderr = facts.stderr ?? "";
    this.isStderrCut = facts.isStderrCut ?? false;
  }
}

/** Resolves to what it printed to stdout; rejects with a `ProgramFailed`. */
export async function runProgram(program: string, args: readonly string[], options: Running = {}): Promise<string> {
  const { env, cwd, detached = false, encoding = "utf8", timeoutMs, maxBytes, lastWordsMs } = options;
  const notStarted = (error: unknown): ProgramFailed =>
    new ProgramFailed("not_started", messageOf(error), { code: codeOf(error) }, error);
  let child: ChildProcess;
  try {
    child = spawn(program, args, { env, cwd, detached, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw notStarted(error);
  }
  const printed = collect(child, maxBytes ?? MAX_BYTES);
  const stopped = Promise.withResolvers<"timeout" | "too_long">();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => stopped.resolve("timeout"), timeoutMs);
  printed.overflown.then(() => stopped.resolve("too_long"));
  const ended = endOf(child, lastWordsMs ?? null).catch((error) => {
    throw notStarted(error);
  });
  try {
    const end = await Promise.race([ended, stopped.promise]);
    const { stderr, isStderrCut } = printed.stderr();
    const facts = { stdout: printed.stdout(encoding), stderr, isStderrCut };
    const message = `Command failed: ${[program, ...args].join(" ")}\n${stderr}`;
    if (typeof end === "string") throw new ProgramFailed(end, message, facts);
    if (end.code !== 0) throw new ProgramFailed("ended", message, { ...facts, ...end });
    return facts.stdout;
  } finally {
    clearTimeout(timer);
    letGo(child);
    // Nobody waits for it any more.
    ended.catch(() => {});
  }
}

/** What lives on is not waited for, neither by the caller nor by this process. */
function letGo(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) child.kill();
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
}

function collect(child: ChildProcess, maxBytes: number) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let errors = Buffer.alloc(0);
  let isStderrCut = false;
  const overflow = Promise.withResolvers<void>();
  child.stdout?.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) overflow.resolve();
    else chunks.push(chunk);
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    const all = Buffer.concat([errors, chunk]);
    isStderrCut ||= all.length > MAX_STDERR_BYTES;
    errors = all.subarray(-MAX_STDERR_BYTES);
  });
  return {
    overflown: overflow.promise,
    stdout: (encoding: BufferEncoding): string => Buffer.concat(chunks).toString(encoding),
    stderr: () => ({ stderr: errors.toString("utf8"), isStderrCut }),
  };
}

/** What it printed to stdout, or null where it could not be run or did not end well. Everything else waits for it. */
export function runProgramNow(
  program: string,
  args: readonly string[],
  stdin: "ignore" | "inherit" = "ignore",
): string | null {
  const { status, stdout } = spawnSync(program, args, { stdio: [stdin, "pipe", "ignore"], encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}
