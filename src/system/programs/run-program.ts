// Runs a program and returns its output. No shell is involved.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { codeOf, messageOf } from "../errors.ts";
import { endOf } from "./child-end.ts";

interface Running {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Of its stdin and stdout. */
  readonly encoding?: BufferEncoding;
  /** What it reads from stdin; nothing if absent. */
  readonly stdin?: string;
  /** In its own process group, so that Ctrl+C does not reach it. */
  readonly detached?: boolean;
  /** It gets a SIGTERM after this time, and is not awaited any more. */
  readonly timeoutMs?: number;
  /** The same if it prints more than this. */
  readonly maxBytes?: number;
  /** How long its pipes are read after its exit: processes that it has started may keep them open. */
  readonly lastWordsMs?: number;
}

const MAX_BYTES = 2 ** 28;
const MAX_STDERR_BYTES = 16 * 1024;

type Reason = "not_started" | "timeout" | "too_long" | "ended";

/** The program could not be started, failed, or was stopped. */
export class ProgramFailed extends Error {
  override readonly name = "ProgramFailed";
  readonly reason: Reason;
  /** Its exit code, or the system's error code if it could not be started. */
  readonly code: number | string | null;
  readonly signal: string | null;
  readonly stdout: string;
  /** The end of its stderr. */
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

/** Resolves to its stdout; rejects with a `ProgramFailed`. */
export async function runProgram(program: string, args: readonly string[], options: Running = {}): Promise<string> {
  const { env, cwd, detached = false, encoding = "utf8", timeoutMs, maxBytes, lastWordsMs, stdin } = options;
  const notStarted = (error: unknown): ProgramFailed =>
    new ProgramFailed("not_started", messageOf(error), { code: codeOf(error) }, error);
  let child: ChildProcess;
  try {
    child = spawn(program, args, {
      env,
      cwd,
      detached,
      stdio: [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
  } catch (error) {
    throw notStarted(error);
  }
  // It may end without having read everything.
  child.stdin?.on("error", () => {}).end(stdin, encoding);
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
    // Nobody awaits it any more.
    ended.catch(() => {});
  }
}

/** Stops it if it still runs, and keeps neither the caller nor this process waiting for it. */
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

/** Its stdout, or null if it could not be started or failed. Synchronous: it blocks the process. */
export function runProgramNow(
  program: string,
  args: readonly string[],
  stdin: "ignore" | "inherit" = "ignore",
): string | null {
  const { status, stdout } = spawnSync(program, args, { stdio: [stdin, "pipe", "ignore"], encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}
