// Which agents of this home live, told without a daemon: by what the system knows of its processes, and by the run's own directory.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { HOME_VARIABLE, homeMark, type Paths, readRegularFile } from "../../home/index.ts";
import { isAlive } from "./is-alive.ts";

/** The runs of which at least one process is there: the keeper, the agent, or something that it has started. */
export function livingRuns(
  { home, runs }: Pick<Paths, "home" | "runs">,
  platform: NodeJS.Platform = process.platform,
): string[] {
  const known = namesIn(runs);
  if (platform !== "linux") return known.filter((run) => hasKeeper(join(runs, run)));
  const mark = homeMark(home);
  if (mark === null) return [];
  // An agent may have moved its run's directory away; one of an older version does not say of which home it is. A copy of a home has the same names.
  const living = markedProcesses().filter((one) => (one.mark ? one.mark === mark : known.includes(one.run)));
  return [...new Set(living.map(({ run }) => run))];
}

export interface RunOrigin {
  /** Where its agent was started. */
  readonly directory: string | null;
  /** Whose it is, and what that was called when it was started. */
  readonly session: { readonly id: string; readonly name: string | null } | null;
}

/** What its directory says of it: the agent could have written that, too. Null for what it does not say. */
export function originOfRun({ runs }: Pick<Paths, "runs">, run: string): RunOrigin {
  try {
    const text = readRegularFile(join(runs, run, "spec.json"), { maxBytes: MAX_BYTES }).toString("utf8");
    const { cwd, session } = JSON.parse(text);
    const isSession = typeof session?.id === "string" && (session.name === null || typeof session.name === "string");
    return { directory: typeof cwd === "string" ? cwd : null, session: isSession ? session : null };
  } catch {
    return { directory: null, session: null };
  }
}

/** Every process of a run names it in its environment. Whoever asks from inside an agent is not meant. */
function markedProcesses(): { run: string; mark: string | null }[] {
  const pids = namesIn("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.flatMap((pid) => {
    const entries = readOrEmpty(`/proc/${pid}/environ`).split("\0");
    const entryOf = (name: string): string | null =>
      entries.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
    const run = entryOf("SKEIN_RUN");
    return run === null ? [] : [{ run, mark: entryOf(HOME_VARIABLE) }];
  });
}

/** Its pid may be another process's by now: that costs the start of a daemon, which knows better. */
function hasKeeper(dir: string): boolean {
  const pid = Number(/^(\d+)\n/.exec(readOrEmpty(join(dir, "keeper")))?.[1] ?? 0);
  return pid > 0 && readOrEmpty(join(dir, "exit")) === "" && isAlive(pid);
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

const MAX_BYTES = 16 * 1024 * 1024;

/** Processes end while they are looked at, and those of other users are closed to us. */
function readOrEmpty(path: string): string {
  try {
    return readRegularFile(path, { maxBytes: MAX_BYTES }).toString("latin1");
  } catch {
    return "";
  }
}
