// The command line in this process: words in, what it wrote and its exit code out. No program is started.
import { PassThrough, Readable, Writable } from "node:stream";
import { main } from "../../src/cli/index.ts";
import type { Input, Io, Output } from "../../src/cli/io.ts";
import { tempDir } from "../kit/temp-dir.ts";

export interface CliEnvironment {
  /** `$SKEIN_HOME`; a new one when not given. */
  readonly home?: string;
  readonly cwd?: string;
  readonly stdin?: string | Buffer | Readable;
  readonly env?: Readonly<Record<string, string>>;
  /** How high the terminal is; without it nobody knows. */
  readonly rows?: number;
  /** What the system calls the terminal. */
  readonly terminal?: string;
  /** A person sits there: keys are typed with `type`. */
  readonly isTerminal?: boolean;
  readonly nowMs?: number;
  /** A clock that the test sets. */
  readonly now?: () => number;
  /** Called when the terminal is taken (true) or given back. */
  readonly raw?: (isRaw: boolean) => void;
  /** Ctrl+Z: resolves when the person is back. */
  readonly suspend?: () => Promise<void>;
  /** Called in the very moment in which something is on the screen. */
  readonly wrote?: (out: string) => void;
}

export interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly result: Promise<Result>;
  type(keys: string): void;
  /** The terminal is gone: nothing more is typed. */
  end(): void;
  interrupt(): void;
  out(): string;
  err(): string;
}

export function startCli(words: readonly string[], around: CliEnvironment = {}): Running {
  const { isTerminal = false } = around;
  const [stdout, stderr] = [sink(isTerminal, around), sink(isTerminal)];
  const setRawMode = (isRaw: boolean): void => around.raw?.(isRaw);
  const stdin: Input & PassThrough = Object.assign(new PassThrough(), { isTTY: isTerminal, setRawMode });
  if (around.stdin instanceof Readable) around.stdin.pipe(stdin);
  else if (!isTerminal) stdin.end(around.stdin ?? "");
  const reactions = new Set<() => void>();
  let isInterrupted = false;
  const io: Io = {
    stdin,
    isFed: () => around.stdin !== undefined,
    stdout: stdout.output,
    stderr: stderr.output,
    env: { SKEIN_HOME: around.home ?? tempDir(), HOME: "/home/ada", TERM: "xterm", ...around.env },
    environmentsAbove: () => [],
    cwd: around.cwd ?? "/",
    terminal: around.terminal ?? null,
    program: "/nonexistent/skein.cjs",
    now: around.now ?? (() => around.nowMs ?? Date.now()),
    onInterrupt(react) {
      reactions.add(react);
      if (isInterrupted) queueMicrotask(react);
      return () => reactions.delete(react);
    },
    suspend: around.suspend ?? (() => Promise.resolve()),
  };
  const result = main([...words], io).then((code) => ({ code, out: stdout.text(), err: stderr.text() }));
  return {
    result,
    type: (keys) => void stdin.write(keys),
    end: () => void stdin.end(),
    // A process that does not listen yet would end at once: here the first that listens hears of it.
    interrupt: () => {
      isInterrupted = reactions.size === 0;
      for (const react of reactions) react();
    },
    out: stdout.text,
    err: stderr.text,
  };
}

/** Where the cursor goes after a row was drawn. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence is what it looks for
const CURSOR = /\r\x1b\[\d+C$/;

/** Whether a line can be typed now, behind a label that ends so, and nothing is in it yet. */
export const isAsked = (out: string, label: string): boolean =>
  CURSOR.test(out) && out.replace(CURSOR, "").trimEnd().endsWith(label.trimEnd());

export const runCli = (words: readonly string[], around: CliEnvironment = {}): Promise<Result> =>
  startCli(words, around).result;

function sink(
  isTTY: boolean,
  { wrote, rows }: Pick<CliEnvironment, "wrote" | "rows"> = {},
): { output: Output; text: () => string } {
  let written = "";
  const output = new Writable({
    decodeStrings: false,
    write(chunk, _, done) {
      written += String(chunk);
      wrote?.(written);
      done();
    },
  });
  const size = { columns: 80, ...(rows === undefined ? {} : { rows }) };
  return { output: Object.assign(output, { isTTY, ...size }), text: () => written };
}
