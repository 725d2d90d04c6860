// Whether a process belongs to an agent, whatever it says of itself: its environment may be emptied or forged, its parents' is not its to change.
import type { Process } from "../../system/index.ts";
import { treeOf } from "../../system/processes.ts";

export interface Suspects {
  readonly pids: readonly number[];
  /** All that live. */
  readonly processes: Process[];
  /** The daemon's pid. What it starts is nobody's word, except for the commands that its person configured. */
  readonly daemon: number;
  /** Those commands, as the daemon started them: any other program can claim their marker. */
  readonly hooks: ReadonlySet<number>;
  /** What the markers of those commands begin with. */
  readonly hookMarker: string;
}

/**
 * The agent, of any home, that one of the processes belongs to: by itself, by what started it, or by its session. Null if there is none. `run` is
 * the agent's, as far as its processes name it.
 */
export function agentBehind({
  pids,
  processes,
  daemon,
  hooks,
  hookMarker,
}: Suspects): { readonly run?: string } | null {
  const isAgents = (run: string | null): run is string => run !== null && !run.startsWith(hookMarker);
  const alive = new Map(processes.map((process) => [process.pid, process]));
  const markers = new Set(processes.flatMap(({ run }) => (isAgents(run) ? [run] : [])));
  const members = new Map<number, string>();
  const sessions = new Map<number, string>();
  const trees = [...markers].map((marker) => ({ marker, tree: treeOf(marker, processes) }));
  for (const { marker, tree } of trees) for (const { pid } of tree) members.set(pid, marker);
  // Nobody can join a session: one whose first process has ended was begun by what is still in it.
  const isTheirs = (session: number): boolean => session > 0 && (members.has(session) || !alive.has(session));
  for (const { marker, tree } of trees)
    for (const { session } of tree) if (isTheirs(session)) sessions.set(session, marker);
  const ownerOf = ({ pid, session, run, within }: Process): { run?: string } | null => {
    const owner = isAgents(run) ? run : (members.get(pid) ?? sessions.get(session));
    return owner === undefined ? (within ? {} : null) : { run: owner };
  };
  for (const pid of pids) {
    const lineage = lineageOf(pid, alive);
    const ofDaemon = lineage.findIndex((one) => one.pid === daemon && one.pid !== pid);
    const below = ofDaemon === -1 ? lineage : lineage.slice(0, ofDaemon);
    const startedByDaemon = ofDaemon === -1 ? undefined : below.at(-1);
    const isHook = startedByDaemon !== undefined && hooks.has(startedByDaemon.pid);
    const owners = below.flatMap((one) => ownerOf(one) ?? []);
    if (owners.length > 0) return owners.find(({ run }) => run !== undefined) ?? {};
    if (ofDaemon !== -1 && !isHook) return {};
  }
  return null;
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
