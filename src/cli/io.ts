// The world of a command: its streams, environment and clock. Tests pass their own.
import { fstatSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { environmentsAbove, ownTerminal } from "../system/index.ts";

export type Input = Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };
export type Output = Writable & { isTTY?: boolean; columns?: number; rows?: number };

export interface Io {
  readonly stdin: Input;
  /** Whether stdin is a pipe or a file, so that somebody may mean it to be read. Nothing is read to know it. */
  isFed(): boolean;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of all the processes that led to this command, each as the system tells it; none where it does not. */
  environmentsAbove(): string[];
  readonly cwd: string;
  /** The terminal that this command runs in, such as `pts/3`; null without one, and where the system does not tell. */
  readonly terminal: string | null;
  /** The built program, which a daemon is started from. */
  readonly program: string;
  now(): number;
  /** Calls back on Ctrl+C or SIGTERM, instead of ending the process; returns how to stop that. */
  onInterrupt(react: () => void): () => void;
  /** What was done already, for whoever could not be told it on stdout; `isEnough` = without its output the command has done its work. */
  noteDone?(text: string, isEnough: boolean): void;
  /** Stops as Ctrl+Z does; resolves when the person is back, or soon where nothing can be stopped. */
  suspend(): Promise<void>;
}

/** Enough for a signal to arrive. */
const STOP_MS = 50;

/** The streams are made when they are first used: each costs a quick command more than its own work. */
export function processIo(): Io {
  return {
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    isFed: isStdinFed,
    env: process.env,
    environmentsAbove,
    cwd: process.cwd(),
    get terminal() {
      return ownTerminal();
    },
    program: process.argv[1] ?? "",
    now: Date.now,
    onInterrupt(react) {
      process.on("SIGINT", react).on("SIGTERM", react);
      return () => process.off("SIGINT", react).off("SIGTERM", react);
    },
    suspend() {
      // The whole job, as the terminal does it. Time stands still for who is stopped, so a short one passes only afterwards.
      process.kill(0, "SIGTSTP");
      return new Promise((resolve) => setTimeout(resolve, STOP_MS));
    },
  };
}

function isStdinFed(): boolean {
  try {
    const stdin = fstatSync(0);
    return stdin.isFIFO() || stdin.isFile();
  } catch {
    // Closed.
    return false;
  }
}

/** Writes all of it before it resolves, so that a slow reader slows the writer down. */
export function writeAll(output: Output, text: string | Uint8Array): Promise<void> {
  if (output.write(text) || output.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      output.off("drain", done).off("close", done);
      resolve();
    };
    output.once("drain", done).once("close", done);
  });
}
