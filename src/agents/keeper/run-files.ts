// The files of a run's directory: who writes which is said here and nowhere else.
import { randomUUID } from "node:crypto";
import { existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { link, unlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { FileRefused, readRegularFile } from "../../home/index.ts";
import { absent, finishedNameOf, isCode } from "../../system/index.ts";

export interface RunFiles {
  readonly dir: string;
  /** What to start; by the daemon, before the start. */
  readonly spec: string;
  /** Everything said to the agent, append-only; by the daemon. Only for a run with an open stdin. */
  readonly in: string;
  /** All of stdin, where it is known before the start; by the daemon. */
  readonly prompt: string;
  /** FIFO between `in` and the agent. */
  readonly pipe: string;
  /** Everything the agent said, append-only; by the agent. */
  readonly out: string;
  readonly err: string;
  /** Of an `err` that was too long: its beginning, the end of what went, and how many bytes were written by then; by the keeper. */
  readonly errFirst: string;
  readonly errLast: string;
  readonly errDropped: string;
  /** How far `out` was read, now and then; by the daemon. */
  readonly read: string;
  /** There while the agent is held back until `out` was read; by the keeper. */
  readonly paused: string;
  /** FIFO that the keeper holds open while it lives. */
  readonly alive: string;
  /** The keeper's pid; its exclusive creation is the start of the run. */
  readonly keeper: string;
  /** Made by the process that becomes the agent, when its stdin is open and signals reach it. */
  readonly agent: string;
  /** The pid of the process that keeps the agent's stdin open. */
  readonly holder: string;
  /** The agent has ended; by the keeper, for its own guard. */
  readonly over: string;
  /** The agent's exit status; by the keeper, as its last act. */
  readonly exit: string;
  /** A person has ended the run, and the log does not know it yet; by the daemon. */
  readonly killed: string;
}

/** Where everything that a run's agent says is. */
export const spoolOf = (dir: string): string => runFiles(dir).out;

export function runFiles(dir: string): RunFiles {
  const file = (name: string) => join(dir, name);
  return {
    dir,
    spec: file("spec.json"),
    in: file("in"),
    prompt: file("prompt"),
    pipe: file("p"),
    out: file("out"),
    err: file("err"),
    errFirst: file("err.first"),
    errLast: file("err.last"),
    errDropped: file("err.dropped"),
    read: file("read"),
    paused: file("paused"),
    alive: file("alive"),
    keeper: file("keeper"),
    agent: file("agent"),
    holder: file("holder"),
    over: file("over"),
    exit: file("exit"),
    killed: file("killed"),
  };
}

/** Where files that go with prompts are put for the agent; gone with the run. */
export const filesDirOf = (dir: string): string => join(dir, "files");

/**
 * Whether a directory is a run's, or what a removal cut short has left of one: nothing but a run's own files, or whatever the agent has put there
 * beside the FIFO of its keeper. Anything else in which something could be lost may be somebody's.
 */
export function holdsRun(dir: string): boolean {
  const found = lstatSync(dir);
  // An agent can put something in the place of its run's directory.
  if (!found.isDirectory()) return found.isFile() && found.size === 0;
  const { dir: _, ...files } = runFiles(dir);
  const own = [...Object.values(files), filesDirOf(dir)].map((path) => basename(path));
  const isOwn = (name: string): boolean => own.includes(finishedNameOf(name) ?? name.replace(CLAIM, ""));
  const isKept = lstatSync(files.alive, { throwIfNoEntry: false })?.isFIFO() === true;
  return isKept || readdirSync(dir).every(isOwn);
}

/** After the keeper's name, where somebody was about to take its place. */
const CLAIM = /\.[0-9a-f-]{36}$/;

/** A number that the keeper has written down, or null when it has not, or not to the end of the line. */
export async function readNumber(path: string): Promise<number | null> {
  const match = /^(\d+)\n/.exec(readNote(path) ?? "");
  return match === null ? null : Number(match[1]);
}

const NOTE_BYTES = 64;

/** A line with a pid or a status. The agent can write to its run's directory: what can't be such a line is read as empty. */
function readNote(path: string): string | null {
  try {
    return readRegularFile(path, { maxBytes: NOTE_BYTES }).toString("latin1");
  } catch (error) {
    return error instanceof FileRefused ? "" : absent(error);
  }
}

const NOBODY = "nobody\n";

/** Takes the keeper's place for ever, if no keeper has it: after `true` the run cannot start any more. */
export async function forbidStart(files: RunFiles): Promise<boolean> {
  const holder = readNote(files.keeper);
  if (holder !== null) return holder === NOBODY;
  // Made aside and linked, so that the name never stands for an empty file, which would be a keeper's.
  const aside = `${files.keeper}.${randomUUID()}`;
  await writeFile(aside, NOBODY, { mode: 0o600 });
  try {
    await link(aside, files.keeper);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return readNote(files.keeper) === NOBODY;
    throw error;
  } finally {
    await unlink(aside);
  }
}

/** Whether there is what only a start leaves behind. A keeper writes its note before any of it. */
export const hasTraces = ({ agent, holder, exit, out, err }: RunFiles): boolean =>
  [agent, holder, exit].some((path) => existsSync(path)) || [out, err].some((path) => sizeOf(path) > 0);

/** Never throws: the agent may have put anything in a file's place. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
