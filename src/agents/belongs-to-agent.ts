// Whether a process belongs to an agent, whatever it says of itself: its environment may be emptied or forged, its parents' is not its to change.
import { type Process, treeOf } from "../system/index.ts";

export interface Suspects {
  readonly pids: readonly number[];
  /** All that live. */
  readonly processes: Process[];
  /** The daemon's pid. What it starts is nobody's word, except for the commands that its person configured. */
  readonly daemon: number;
  /** What the markers of those commands begin with. */
  readonly hookMarker: string;
}

/** Whether one of the processes is an agent's, of any home: by itself, by what started it, or by its session. */
export function isAgentBehind({ pids, processes, daemon, hookMarker }: Suspects): boolean {
  const isAgents = (run: string | null): run is string => run !== null && !run.startsWith(hookMarker);
  const alive = new Map(processes.map((process) => [process.pid, process]));
  const markers = new Set(processes.flatMap(({ run }) => (isAgents(run) ? [run] : [])));
  const trees = [...markers].flatMap((marker) => treeOf(marker, processes));
  const members = new Set(trees.map(({ pid }) => pid));
  // Nobody can join a session: one whose first process has ended was begun by what is still in it.
  const isTheirs = (session: number): boolean => session > 0 && (members.has(session) || !alive.has(session));
  const sessions = new Set(trees.map(({ session }) => session).filter(isTheirs));
  const belongs = ({ pid, session, run, within }: Process): boolean =>
    within || isAgents(run) || members.has(pid) || sessions.has(session);
  return pids.some((pid) => {
    const lineage = lineageOf(pid, alive);
    const ofDaemon = lineage.findIndex((one) => one.pid === daemon && one.pid !== pid);
    const below = ofDaemon === -1 ? lineage : lineage.slice(0, ofDaemon);
    const isHook = below.some(({ run }) => run?.startsWith(hookMarker));
    return below.some(belongs) || (ofDaemon !== -1 && !isHook);
  });
}

/** Whether an agent lives at all, in any home. */
export const hasAgents = ({ processes, hookMarker }: Pick<Suspects, "processes" | "hookMarker">): boolean =>
  processes.some(({ run, within }) => within || (run !== null && !run.startsWith(hookMarker)));

/** The process and those that started it, as far as they live. */
function lineageOf(pid: number, alive: ReadonlyMap<number, Process>): Process[] {
  const found = new Set<Process>();
  for (let at = alive.get(pid); at && at.pid > 1 && !found.has(at); at = alive.get(at.parent)) found.add(at);
  return [...found];
}
