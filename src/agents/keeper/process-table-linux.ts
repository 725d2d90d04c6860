// The process table from /proc. Reads are synchronous, which is several times cheaper for these tiny files, in slices
// that leave the event loop room.
import { readdirSync, readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { type Process, RUN_VARIABLE } from "./process.ts";

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
  const [state, parent, , session, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const startedAt = rest[15];
  if (startedAt === undefined || state === "Z" || state === "X") return null;
  if (Number(parent) === KERNEL_THREADS) return null;
  return { pid, parent: Number(parent), session: Number(session), startedAt, run: readRun(pid) };
}

function readRun(pid: number): string | null {
  const prefix = `${RUN_VARIABLE}=`;
  const entry = readOrEmpty(`/proc/${pid}/environ`)
    .split("\0")
    .find((entry) => entry.startsWith(prefix));
  return entry === undefined ? null : entry.slice(prefix.length);
}

/** Processes end while we look at them, and those of other users are closed to us. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
