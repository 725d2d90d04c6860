// Ends everything that a run has started. Signalling a process group is not enough, because agents start tools in groups and sessions of their
// own. So this finds the processes with the run's marker, their descendants, and all processes in their sessions; it stops them first
// (SIGSTOP), then kills them.
import { setTimeout as delay } from "node:timers/promises";
import { isCode } from "../errors.ts";
import { isOfHome, type Process } from "./process.ts";
import { processTable } from "./process-table.ts";

const DEADLINE_MS = 5_000;
const PAUSE_MS = 2;
/** Enough for any tree except a fork bomb, which is slowed down better by killing it. */
const MAX_FREEZES_IN_A_ROW = 10;

/** The living processes of a run, in this home or (null) in any. */
export async function processesOf(marker: string, home: string | null = null): Promise<Process[]> {
  return findTree(await readProcesses(), { marker, home, known: [] });
}

export const readProcesses = (): Promise<Process[]> => processTable.readProcesses();

/** The processes of a run among these. */
export const treeOf = (marker: string, processes: Process[]): Process[] =>
  findTree(processes, { marker, home: null, known: [] });

export interface KillTree {
  marker: string;
  /** The mark of the run's home: processes of other homes are left alone, even in a copy with the same runs. Null = any home. */
  home?: string | null;
  /** Processes that were seen in the tree before. They still belong to it, even if their parents are gone and their environment is empty. */
  known?: readonly Process[];
  /** Not signalled itself, unlike its child processes. */
  spare?: number | null;
}

export interface KilledTree {
  /** The number of killed processes. */
  readonly killed: number;
  /** The surviving pids: processes of other users, such as what `sudo` starts, or those that have not ended in time. */
  readonly left: readonly number[];
}

type SignalName = "SIGSTOP" | "SIGCONT" | "SIGKILL";

/** The system calls, replaced in tests. */
export interface System {
  readProcesses(): Promise<Process[]>;
  /** Throws like `process.kill`. */
  kill(pid: number, name: SignalName): void;
}

const thisSystem: System = {
  readProcesses: () => processTable.readProcesses(),
  kill(pid, name) {
    process.kill(pid, name);
  },
};

/**
 * Resolves when no process is left that this user can kill, without waiting for those that it may not signal. Never touches pid 1, this
 * process, or its ancestors, with one exception: if this process is not part of the run, ancestors that are part of it are killed (an agent
 * may have started this process, or its orphans were reparented to it).
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
      // Processes that were stopped were going to be killed, and can't have ended by themselves.
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

/** A failed look, as without free descriptors, proves nothing: it is repeated, and throws after the deadline. */
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

/** Pauses or continues everything that these runs have started, with one look at all processes. */
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
  // Processes of another run belong to its keeper, even if an agent of this run has started them.
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
      // A session belongs to the run if its first process does. No process can join an existing session, so if the first one has ended, it was
      // the run's too.
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

/** "refused": it belongs to another user. A process that has ended counts as signalled. */
function signal({ pid }: Process, name: SignalName, system: System): "sent" | "refused" {
  try {
    system.kill(pid, name);
    return "sent";
  } catch (error) {
    return isCode(error, "EPERM") ? "refused" : "sent";
  }
}
