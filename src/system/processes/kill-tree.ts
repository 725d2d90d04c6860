// Ends everything that a run has started. A group signal is never enough: agents start their tools in groups and sessions of
// their own. So: what carries the run's marker, what those started, and what shares their sessions; frozen first, then killed.
import { setTimeout as delay } from "node:timers/promises";
import { isCode } from "../errors.ts";
import { isOfHome, type Process } from "./process.ts";
import { processTable } from "./process-table.ts";

const DEADLINE_MS = 5_000;
const PAUSE_MS = 2;
/** Enough for any tree that is not a fork bomb; past this, killing is the better way to slow it down. */
const MAX_FREEZES_IN_A_ROW = 10;

/** The living processes of a run, in this home or (null) in any. */
export async function processesOf(marker: string, home: string | null = null): Promise<Process[]> {
  return findTree(await readProcesses(), { marker, home, known: [] });
}

export const readProcesses = (): Promise<Process[]> => processTable.readProcesses();

/** Those of a run among all living processes. */
export const treeOf = (marker: string, processes: Process[]): Process[] =>
  findTree(processes, { marker, home: null, known: [] });

export interface KillTree {
  marker: string;
  /** The mark of the home that the run is of: processes of another one, as of a home that this is a copy of, are left alone. Null = of any. */
  home?: string | null;
  /** Seen in the tree before: still belongs to it, though its parents may be gone and its environment emptied. */
  known?: readonly Process[];
  /** Not signalled; what it started is. */
  spare?: number | null;
}

export interface KilledTree {
  /** How many were killed. */
  readonly killed: number;
  /** The pids of those that live on: of another user, as what `sudo` starts, or not gone in time. */
  readonly left: readonly number[];
}

type SignalName = "SIGSTOP" | "SIGCONT" | "SIGKILL";

/** What is asked of the system. */
export interface System {
  readProcesses(): Promise<Process[]>;
  /** Throws as `process.kill` does. */
  kill(pid: number, name: SignalName): void;
}

const thisSystem: System = {
  readProcesses: () => processTable.readProcesses(),
  kill(pid, name) {
    process.kill(pid, name);
  },
};

/**
 * Resolves when no process is left that could be killed; what this user may not signal is left alone, and is not waited for.
 * Never touches pid 1, this process or its ancestors; only where this process is no part of the run, ancestors that are (an agent may have started
 * it, or its orphans come back to it).
 */
export async function killTree(
  { marker, home = null, known = [], spare = null }: KillTree,
  system: System = thisSystem,
): Promise<KilledTree> {
  const deadline = performance.now() + DEADLINE_MS;
  const seen = new Map(known.map((process) => [identity(process), process]));
  const signalled = new Set<string>();
  const foreign = new Set<string>();
  let freezesInARow = 0;
  const send = (process: Process, name: SignalName): void => {
    if (signal(process, name, system) === "refused") foreign.add(identity(process));
    else signalled.add(identity(process));
  };
  for (;;) {
    const processes = await lookBefore(deadline, system).catch((fault) => {
      // Whoever was made to stand still was to be killed, and can't have ended by itself.
      for (const process of seen.values()) if (signalled.has(identity(process))) send(process, "SIGKILL");
      throw fault;
    });
    const tree = findTree(processes, { marker, home, known: [...seen.values()] });
    const others = tree.filter((process) => process.pid !== spare);
    const targets = others.filter((process) => !foreign.has(identity(process)));
    if (targets.length === 0 || performance.now() > deadline)
      return { killed: signalled.size - targets.length, left: others.map(({ pid }) => pid) };

    for (const process of tree) seen.set(identity(process), process);
    const fresh = targets.filter((process) => !signalled.has(identity(process)));
    if (fresh.length > 0 && freezesInARow < MAX_FREEZES_IN_A_ROW) {
      for (const process of fresh) send(process, "SIGSTOP");
      freezesInARow++;
      continue;
    }
    for (const process of targets) send(process, "SIGKILL");
    freezesInARow = 0;
    await delay(PAUSE_MS);
  }
}

/** A look that fails, as without a free descriptor, says nothing of anybody: it is repeated, and throws when time is up. */
async function lookBefore(deadline: number, system: System): Promise<Process[]> {
  for (;;) {
    try {
      return await system.readProcesses();
    } catch (fault) {
      if (performance.now() > deadline) throw fault;
      await delay(PAUSE_MS);
    }
  }
}

/** Stops everything that these runs have started where it is, or lets it go on: one look at all processes for all runs. */
export async function signalTrees(
  markers: readonly string[],
  name: "SIGSTOP" | "SIGCONT",
  home: string | null = null,
): Promise<void> {
  if (markers.length === 0) return;
  const processes = await thisSystem.readProcesses();
  for (const marker of markers)
    for (const process of findTree(processes, { marker, home, known: [] })) signal(process, name, thisSystem);
}

interface Sought {
  marker: string;
  home: string | null;
  known: readonly Process[];
}

function findTree(processes: Process[], options: Sought): Process[] {
  const { marker, home } = options;
  const known = new Set(options.known.map(identity));
  const alive = new Map(processes.map((process) => [process.pid, process]));
  const isMember = alive.get(process.pid)?.run === marker;
  const untouchable = new Set([1, ...lineage(alive).filter((pid) => isMember || alive.get(pid)?.run !== marker)]);
  const foreignSessions = new Set([0, ...[...untouchable].flatMap((pid) => alive.get(pid)?.session ?? [])]);
  // Another run's processes are its own keeper's matter, even where an agent of this run has started them.
  const candidates = processes.filter(
    (process) =>
      !untouchable.has(process.pid) && (process.run === null || process.run === marker) && isOfHome(process, home),
  );

  const tree = new Map<number, Process>();
  const sessions = new Set<number>();
  const belongs = (process: Process) =>
    process.run === marker || known.has(identity(process)) || tree.has(process.parent) || sessions.has(process.session);

  for (let grew = true; grew; ) {
    grew = false;
    for (const process of candidates) {
      if (tree.has(process.pid) || !belongs(process)) continue;
      tree.set(process.pid, process);
      grew = true;
    }
    for (const { session } of tree.values()) {
      // A session is the run's when its first process is, or was: nobody can join one, so a dead one's was ours.
      const isOurs = !foreignSessions.has(session) && (tree.has(session) || !alive.has(session));
      if (isOurs) sessions.add(session);
    }
  }
  return [...tree.values()];
}

function lineage(alive: ReadonlyMap<number, Process>): number[] {
  const pids: number[] = [];
  for (let pid = process.pid; pid > 0 && !pids.includes(pid); pid = alive.get(pid)?.parent ?? 0) pids.push(pid);
  return pids;
}

function identity(process: Process): string {
  return `${process.pid} ${process.startedAt}`;
}

/** "refused": it belongs to somebody else. What has ended meanwhile counts as signalled. */
function signal({ pid }: Process, name: SignalName, system: System): "sent" | "refused" {
  try {
    system.kill(pid, name);
    return "sent";
  } catch (error) {
    return isCode(error, "EPERM") ? "refused" : "sent";
  }
}
