// Whether a process belongs to an agent. Its own environment may be emptied or forged, so its parents and its session count too: it can't
// change those.
import type { Process } from "../../system/index.ts";
import { treeOf } from "../../system/processes.ts";

export interface Suspects {
  readonly pids: readonly number[];
  /** All living processes. */
  readonly processes: Process[];
  /** The daemon's pid. Its child processes never count as a person, except the commands that its user configured. */
  readonly daemon: number;
  /** The pids of those commands as the daemon started them: any other program could claim their marker. */
  readonly hooks: ReadonlySet<number>;
  /** The prefix of those commands' markers. */
  readonly hookMarker: string;
}

/**
 * The agent, of any home, that one of the processes belongs to: by itself, by an ancestor, or by its session. Null if there is none. `run` is
 * the agent's run, if its processes name it.
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
  // No process can join an existing session: if its first process has ended, the processes still in it are that one's descendants.
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

/** Whether any agent process exists, of any home. */
export const hasAgents = ({ processes, hookMarker }: Pick<Suspects, "processes" | "hookMarker">): boolean =>
  processes.some(({ run, within }) => within || (run !== null && !run.startsWith(hookMarker)));

/** The process and its living ancestors. */
function lineageOf(pid: number, alive: ReadonlyMap<number, Process>): Process[] {
  const found = new Set<Process>();
  for (let at = alive.get(pid); at && at.pid > 1 && !found.has(at); at = alive.get(at.parent)) found.add(at);
  return [...found];
}
