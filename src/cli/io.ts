// A command's access to the world: streams, environment and clock. Tests pass their own.
import { fstatSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { environmentsAbove, ownTerminal } from "../system/index.ts";

export type Input = Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };
export type Output = Writable & { isTTY?: boolean; columns?: number; rows?: number };

export interface Io {
  readonly stdin: Input;
  /** Whether stdin is a pipe or a file that may be meant as input. It is not read for this. */
  isFed(): boolean;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The ancestors of this process, as the system reports them; none if it does not. */
  environmentsAbove(): string[];
  readonly cwd: string;
  /** The terminal of this command, such as `pts/3`; null without one, and if the system does not tell. */
  readonly terminal: string | null;
  /** The built program, from which a daemon is started. */
  readonly program: string;
  now(): number;
  /** Calls back on Ctrl+C or SIGTERM, instead of ending the process; returns a function that stops that. */
  onInterrupt(react: () => void): () => void;
  /** What is done already, for an error if stdout can't be written; `isEnough`: the command has done its work even without output. */
  noteDone?(text: string, isEnough: boolean): void;
  /** Suspends as Ctrl+Z does; resolves when the person is back, or soon if nothing can be suspended. */
  suspend(): Promise<void>;
}

/** Enough for a signal to arrive. */
const STOP_MS = 50;

/** The streams are created on first use, because each is slow compared with a quick command. */
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
      // Suspends the whole job, as the terminal does. Timers do not run meanwhile, so a short one ends only afterwards.
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
    // The stream is closed.
    return false;
  }
}

/** Writes everything before it resolves, so that a slow reader slows the writer down. */
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
