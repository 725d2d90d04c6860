// The files of a run's directory, and who writes each.
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
  /** All input for the agent, append-only; by the daemon. Only for a run with an open stdin. */
  readonly in: string;
  /** The whole stdin, if it is known before the start; by the daemon. */
  readonly prompt: string;
  /** FIFO between `in` and the agent. */
  readonly pipe: string;
  /** All output of the agent, append-only; by the agent. */
  readonly out: string;
  readonly err: string;
  /** Of an `err` that was too long: its beginning, the end of the removed part, and how many bytes were written by then; by the keeper. */
  readonly errFirst: string;
  readonly errLast: string;
  readonly errDropped: string;
  /** How far `out` was read, updated now and then; by the daemon. */
  readonly read: string;
  /** Exists while the agent is paused until `out` was read; by the keeper. */
  readonly paused: string;
  /** FIFO that the keeper holds open while it lives. */
  readonly alive: string;
  /** The keeper's pid; its exclusive creation is the start of the run. */
  readonly keeper: string;
  /** Created by the process that becomes the agent, when its stdin is open and signals reach it. */
  readonly agent: string;
  /** The pid of the process that keeps the agent's stdin open. */
  readonly holder: string;
  /** The agent has ended; by the keeper, for its own guard. */
  readonly over: string;
  /** The agent's exit status; by the keeper, as its last act. */
  readonly exit: string;
  /** A person has ended the run, and the log does not have it yet; by the daemon. */
  readonly killed: string;
}

/** The file with all output of a run's agent. */
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

/** The directory of prompts' files for the agent; removed with the run. */
export const filesDirOf = (dir: string): string => join(dir, "files");

/**
 * Whether a directory is a run's, or what an interrupted removal has left of one: only a run's own files, or files that the agent has created
 * beside its keeper's FIFO. Other directories may have someone's data.
 */
export function holdsRun(dir: string): boolean {
  const found = lstatSync(dir);
  // An agent can replace its run's directory.
  if (!found.isDirectory()) return found.isFile() && found.size === 0;
  const { dir: _, ...files } = runFiles(dir);
  const own = [...Object.values(files), filesDirOf(dir)].map((path) => basename(path));
  const isOwn = (name: string): boolean => own.includes(finishedNameOf(name) ?? name.replace(CLAIM, ""));
  const isKept = lstatSync(files.alive, { throwIfNoEntry: false })?.isFIFO() === true;
  return isKept || readdirSync(dir).every(isOwn);
}

/** Appended to the keeper's name when someone was about to take its place. */
const CLAIM = /\.[0-9a-f-]{36}$/;

/** A number that the keeper has written, or null if it is missing or incomplete. */
export async function readNumber(path: string): Promise<number | null> {
  const match = /^(\d+)\n/.exec(readNote(path) ?? "");
  return match === null ? null : Number(match[1]);
}

const NOTE_BYTES = 64;

/** A line with a pid or a status. The agent can write to its run's directory: an invalid line is read as empty. */
function readNote(path: string): string | null {
  try {
    return readRegularFile(path, { maxBytes: NOTE_BYTES }).toString("latin1");
  } catch (error) {
    return error instanceof FileRefused ? "" : absent(error);
  }
}

const NOBODY = "nobody\n";

/** Takes the keeper's place for ever, if no keeper has it: after `true` the run can't start any more. */
export async function forbidStart(files: RunFiles): Promise<boolean> {
  const holder = readNote(files.keeper);
  if (holder !== null) return holder === NOBODY;
  // Created elsewhere and linked, so that the name never refers to an empty file, which would be a keeper's.
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

/** Whether files exist that only a start creates. A keeper writes its note before any of them. */
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
