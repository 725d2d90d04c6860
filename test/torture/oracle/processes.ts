// I3: which processes carry a run's marker. Read from /proc here, not with the product's own eyes.
import { readdirSync, readFileSync } from "node:fs";

interface MarkedProcess {
  pid: number;
  parent: number;
  run: string;
  command: string;
}

/** Living processes of these runs. */
function markedProcesses(runs: ReadonlySet<string>): MarkedProcess[] {
  return readdirSync("/proc")
    .map(Number)
    .filter(Number.isInteger)
    .flatMap((pid) => read(pid) ?? [])
    .filter(({ run }) => runs.has(run));
}

export const processesOfRun = (run: string): MarkedProcess[] => markedProcesses(new Set([run]));

export function processFaults(endedRuns: Iterable<string>): string[] {
  return markedProcesses(new Set(endedRuns)).map(
    ({ pid, run, command }) => `process ${pid} of run ${run} is left: ${command}`,
  );
}

function read(pid: number): MarkedProcess | null {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const run = /(?:^|\0)SKEIN_RUN=([^\0]+)/.exec(readOrEmpty(`/proc/${pid}/environ`))?.[1];
  if (run === undefined || state === "Z" || state === "X") return null;
  const command = readOrEmpty(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
  return { pid, parent: Number(parent), run, command };
}

/** Processes end while they are looked at. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
