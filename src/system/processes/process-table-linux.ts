// The process table from /proc, read in slices that yield to the event loop.
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
  // If only the first thread has ended, the process looks like a zombie, but its other threads live and may start processes.
  const isOver = state === "X" || (state === "Z" && threads <= 1);
  if (isOver || parent === KERNEL_THREADS) return null;
  return { pid, parent, session, startedAt, terminal: terminal === "0" ? null : terminal, ...readMarkers(pid) };
}

/** The markers in its environment; null or false if it can't be read. Throws if that is unknown. */
export function readMarkers(pid: number): Pick<Process, "run" | "home" | "within"> {
  const environment = readEnvironment(pid);
  const home = variableIn(environment, HOME_VARIABLE) || null;
  return {
    run: variableIn(environment, RUN_VARIABLE),
    home,
    within: variableIn(environment, WITHIN_VARIABLE) !== null,
  };
}

/** The device's number, as in the process table. */
export const terminalAt = (path: string): string => String(statSync(path).rdev);
