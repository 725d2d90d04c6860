// Which agents of this home live, told without a daemon: by what the system knows of its processes, and by the run's own directory.
import { join } from "node:path";
import { homeMark, type Paths, readTextOrNull } from "../../home/index.ts";
import { isAlive, namesIn, orNull, pidsInProc, readMarkers } from "../../system/index.ts";

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
  const living = markedProcesses().filter((one) => (one.home ? one.home === mark : known.includes(one.run)));
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
    const { cwd, session } = JSON.parse(readTextOrNull(join(runs, run, "spec.json")) ?? "");
    const isSession = typeof session?.id === "string" && (session.name === null || typeof session.name === "string");
    return { directory: typeof cwd === "string" ? cwd : null, session: isSession ? session : null };
  } catch {
    return { directory: null, session: null };
  }
}

/** Every process of a run names it in its environment. Whoever asks from inside an agent is not meant. */
const markedProcesses = (): { run: string; home: string | null }[] =>
  (orNull(pidsInProc) ?? []).flatMap((pid) => {
    const { run = null, home = null } = orNull(() => readMarkers(pid)) ?? {};
    return run === null || pid === process.pid ? [] : [{ run, home }];
  });

/** Its pid may be another process's by now: that costs the start of a daemon, which knows better. */
function hasKeeper(dir: string): boolean {
  const pid = Number(/^(\d+)\n/.exec(readTextOrNull(join(dir, "keeper")) ?? "")?.[1] ?? 0);
  return pid > 0 && (readTextOrNull(join(dir, "exit")) ?? "") === "" && isAlive(pid);
}
