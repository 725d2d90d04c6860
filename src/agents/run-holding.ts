// Whether a process belongs to a run, whatever it says of itself: its environment may be emptied or forged, its parents' is not its to change.
import type { Process } from "./keeper/process.ts";
import { treeOf } from "./kill-tree.ts";

export interface Suspects {
  readonly pids: readonly number[];
  readonly runs: readonly string[];
  /** All that live. */
  readonly processes: Process[];
}

/** The first of these runs that one of the processes belongs to: by itself, by what started it, or by its session. */
export function runHolding({ pids, runs, processes }: Suspects): string | null {
  const alive = new Map(processes.map((process) => [process.pid, process]));
  const lineage = pids.flatMap((pid) => lineageOf(pid, alive));
  for (const run of runs) {
    const tree = treeOf(run, processes);
    const members = new Set(tree.map(({ pid }) => pid));
    const sessions = new Set(tree.map(({ session }) => session));
    const belongs = ({ pid, session, run: marker }: Process): boolean =>
      marker === run || members.has(pid) || sessions.has(session);
    if (lineage.some(belongs)) return run;
  }
  return null;
}

/** The process and those that started it, as far as they live. */
function lineageOf(pid: number, alive: ReadonlyMap<number, Process>): Process[] {
  const found = new Set<Process>();
  for (let at = alive.get(pid); at && at.pid > 1 && !found.has(at); at = alive.get(at.parent)) found.add(at);
  return [...found];
}
