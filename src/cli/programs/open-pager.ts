// Shows long text in the person's pager. It is started only if the text is higher than the terminal; until then the text is held back.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Writable } from "node:stream";
import { programsOn, safePath } from "../../system/index.ts";
import type { Context } from "../command.ts";
import { Failure } from "../failure.ts";
import { type Io, type Output, writeAll } from "../io.ts";

export interface Pager {
  /** The output stream. No longer writable after the person has left the pager. */
  readonly output: Output;
  /** Resolves when everything is on the screen, or the person has left the pager. */
  close(): Promise<void>;
}

/** Writes to stdout directly if no pager is wanted. */
export function openPager({ io, isInteractive }: Pick<Context, "io" | "isInteractive">, isWanted: boolean): Pager {
  const { stdout } = io;
  const pager = isWanted && isInteractive && stdout.rows ? pagerFor(io) : null;
  return pager === null ? { output: stdout, close: async () => {} } : new HeldText(pager, io);
}

/** A whole text, through the pager if it is higher than the terminal. */
export async function printPaged(text: string, context: Pick<Context, "io" | "isInteractive">): Promise<void> {
  const pager = openPager(context, true);
  await writeAll(pager.output, `${text}\n`);
  await pager.close();
}

/** As git chooses it: $PAGER, else less; null if it is turned off or not installed. */
export function pagerFor({ env, cwd }: Pick<Io, "env" | "cwd">): string | null {
  const pager = (env.PAGER ?? "less").trim();
  if (pager === "" || pager === "cat" || env.TERM === "dumb") return null;
  const [program = ""] = pager.split(/\s/);
  const isThere = program.includes("/") || programsOn(program, safePath(env, cwd)).length > 0;
  return isThere ? pager : null;
}

/** The number of terminal rows that a text takes, without escape sequences. */
export function rowsOf(text: string, columns: number): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it takes out
  const lines = text.replaceAll(/\x1b\[[0-9;]*m/g, "").split("\n");
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0) - 1;
}

const DEFAULT_COLUMNS = 80;
/** The shell's exit codes for a program that can't be run, or does not exist. */
const NOT_RUN = 126;
const NOT_FOUND = 127;

class HeldText implements Pager {
  readonly output: Output;
  readonly #command: string;
  readonly #io: Io;
  #held = "";
  #child: ChildProcess | null = null;
  #ended: Promise<number | null> = Promise.resolve(0);
  #stopListening = (): void => {};

  constructor(command: string, io: Io) {
    this.#command = command;
    this.#io = io;
    const { columns = DEFAULT_COLUMNS, rows = 0 } = io.stdout;
    const output = new Writable({
      decodeStrings: false,
      write: (chunk, _, done) => this.#write(String(chunk), () => done()),
    });
    this.output = Object.assign(output, { isTTY: true, columns, rows });
  }

  async close(): Promise<void> {
    const { output } = this;
    if (output.writable) {
      output.end();
      await once(output, "close");
    }
    if (!this.#child) return writeAll(this.#io.stdout, this.#held);
    this.#child.stdin?.end();
    const code = await this.#ended;
    this.#stopListening();
    if (code !== NOT_FOUND && code !== NOT_RUN) return;
    throw new Failure(`the pager "${this.#command}" can't be run`, {
      ...{ exit: "failed", code: "pager_failed" },
      fix: "set PAGER to an installed program, or PAGER=cat for none",
    });
  }

  #write(text: string, done: () => void): void {
    if (this.#child) {
      this.#pass(text, done);
      return;
    }
    this.#held += text;
    const { columns = DEFAULT_COLUMNS, rows = 0 } = this.#io.stdout;
    // The shell's next prompt takes a row, too.
    if (rowsOf(this.#held, columns) < rows) {
      done();
      return;
    }
    this.#start();
    this.#pass(this.#held, done);
  }

  /** Text that nobody will read is dropped. */
  #pass(text: string, done: () => void): void {
    const { stdin } = this.#child ?? {};
    if (stdin?.writable) stdin.write(text, done);
    else done();
  }

  #start(): void {
    const { env, cwd, onInterrupt } = this.#io;
    const child = spawn("/bin/sh", ["-c", this.#command], {
      env: { ...env, PATH: safePath(env, cwd), LESS: env.LESS ?? "FRX" },
      stdio: ["pipe", "inherit", "inherit"],
    });
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      child.once("error", () => resolve(NOT_RUN));
      child.once("close", resolve);
    });
    const leave = (): void => void this.output.destroy();
    child.stdin.on("error", leave);
    child.once("exit", leave);
    // Ctrl+C is for the pager, which survives it.
    this.#stopListening = onInterrupt(() => child.stdin.end());
  }
}
