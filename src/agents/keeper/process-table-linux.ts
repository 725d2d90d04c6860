// The process table from /proc. Reads are synchronous, which is several times cheaper for these tiny files, in slices
// that leave the event loop room.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { HOME_VARIABLE } from "../../home/index.ts";
import { isCode } from "../../system/index.ts";
import { type Process, RUN_VARIABLE, WITHIN_VARIABLE } from "./process.ts";

const SLICE = 64;
const KERNEL_THREADS = 2;

export async function readProcesses(): Promise<Process[]> {
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  const processes: Process[] = [];
  for (const [index, pid] of pids.entries()) {
    if (index % SLICE === SLICE - 1) await setImmediate();
    const process = read(pid);
    if (process !== null) processes.push(process);
  }
  return processes;
}

export async function readProcess(pid: number): Promise<Process | null> {
  return read(pid);
}

export async function readBytesWritten(pid: number): Promise<number | null> {
  const written = /^wchar: (\d+)$/m.exec(readOrEmpty(`/proc/${pid}/io`));
  return written === null ? null : Number(written[1]);
}

function read(pid: number): Process | null {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  // The name, in parentheses, may itself hold spaces and parentheses.
  const [state, parent, , session, terminal, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [threads, startedAt] = [rest[12], rest[14]];
  // One whose first thread has ended looks like one that has ended: the others live on, and may start processes.
  const isOver = state === "X" || (state === "Z" && Number(threads) <= 1);
  if (startedAt === undefined || terminal === undefined || isOver) return null;
  if (Number(parent) === KERNEL_THREADS) return null;
  return {
    ...{ pid, parent: Number(parent), session: Number(session), startedAt },
    terminal: terminal === "0" ? null : terminal,
    ...readMarkers(pid),
  };
}

function readMarkers(pid: number): Pick<Process, "run" | "home" | "within"> {
  const entries = readOrEmpty(`/proc/${pid}/environ`).split("\0");
  const markerIn = (name: string): string | null =>
    entries.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  const home = markerIn(HOME_VARIABLE) || null;
  return { run: markerIn(RUN_VARIABLE), home, within: markerIn(WITHIN_VARIABLE) !== null };
}

/** The device's number, as the process table has it. */
export const terminalAt = (path: string): string => String(statSync(path).rdev);

/** Processes end while we look at them, and those of other users are closed to us. */
const NOTHING_TO_READ: readonly string[] = ["ENOENT", "ESRCH", "EACCES", "EPERM"];

/** Throws where that can't be told, as without a free descriptor: then nobody is gone. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch (fault) {
    if (isCode(fault, ...NOTHING_TO_READ)) return "";
    throw fault;
  }
}
