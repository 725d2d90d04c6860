// The process table from /proc, in slices that leave the event loop room.
import { statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { pidsInProc, readEnvironment, readProc, readStat, variableIn } from "./proc.ts";
import { HOME_VARIABLE, type Process, RUN_VARIABLE, WITHIN_VARIABLE } from "./process.ts";

const SLICE = 64;
const KERNEL_THREADS = 2;

export async function readProcesses(): Promise<Process[]> {
  const processes: Process[] = [];
  for (const [index, pid] of pidsInProc().entries()) {
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
  const written = /^wchar: (\d+)$/m.exec(readProc(`/proc/${pid}/io`));
  return written === null ? null : Number(written[1]);
}

function read(pid: number): Process | null {
  const stat = readStat(pid);
  if (stat === null) return null;
  const { state, parent, session, terminal, threads, startedAt } = stat;
  // One whose first thread has ended looks like one that has ended: the others live on, and may start processes.
  const isOver = state === "X" || (state === "Z" && threads <= 1);
  if (isOver || parent === KERNEL_THREADS) return null;
  return { pid, parent, session, startedAt, terminal: terminal === "0" ? null : terminal, ...readMarkers(pid) };
}

/** What its environment says of it; all null or false when that can't be read. Throws where that can't be told. */
export function readMarkers(pid: number): Pick<Process, "run" | "home" | "within"> {
  const environment = readEnvironment(pid);
  const home = variableIn(environment, HOME_VARIABLE) || null;
  return {
    run: variableIn(environment, RUN_VARIABLE),
    home,
    within: variableIn(environment, WITHIN_VARIABLE) !== null,
  };
}

/** The device's number, as the process table has it. */
export const terminalAt = (path: string): string => String(statSync(path).rdev);
