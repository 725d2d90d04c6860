// The living agents of this home, found without a daemon: from the system's processes, and from the runs' directories.
import { join } from "node:path";
import { homeMark, type Paths, readTextOrNull } from "../../home/index.ts";
import { isAlive, namesIn, orNull, pidsInProc, readMarkers } from "../../system/index.ts";

/** The runs with at least one living process: the keeper, the agent, or something that the agent started. */
export function livingRuns(
  { home, runs }: Pick<Paths, "home" | "runs">,
  platform: NodeJS.Platform = process.platform,
): string[] {
  const known = namesIn(runs);
  if (platform !== "linux") return known.filter((run) => hasKeeper(join(runs, run)));
  const mark = homeMark(home);
  if (mark === null) return [];
  // An agent may have moved its run's directory; the marker of an older version does not name its home. A copied home has the same run names.
  const living = markedProcesses().filter((one) => (one.home ? one.home === mark : known.includes(one.run)));
  return [...new Set(living.map(({ run }) => run))];
}

export interface RunOrigin {
  /** The directory in which its agent was started. */
  readonly directory: string | null;
  /** Its session, with the name at its start. */
  readonly session: { readonly id: string; readonly name: string | null } | null;
}

/** From the run's directory, where the agent could have written it. Null if missing. */
export function originOfRun({ runs }: Pick<Paths, "runs">, run: string): RunOrigin {
  try {
    const { cwd, session } = JSON.parse(readTextOrNull(join(runs, run, "spec.json")) ?? "");
    const isSession = typeof session?.id === "string" && (session.name === null || typeof session.name === "string");
    return { directory: typeof cwd === "string" ? cwd : null, session: isSession ? session : null };
  } catch {
    return { directory: null, session: null };
  }
}

/** Every process of a run names it in its environment. Processes that enclose this command are left out. */
const markedProcesses = (): { run: string; home: string | null }[] =>
  (orNull(pidsInProc) ?? []).flatMap((pid) => {
    const { run = null, home = null } = orNull(() => readMarkers(pid)) ?? {};
    return run === null || pid === process.pid ? [] : [{ run, home }];
  });

/** The pid may belong to another process by now; then a daemon is started in vain, and finds out. */
function hasKeeper(dir: string): boolean {
  const pid = Number(/^(\d+)\n/.exec(readTextOrNull(join(dir, "keeper")) ?? "")?.[1] ?? 0);
  return pid > 0 && (readTextOrNull(join(dir, "exit")) ?? "") === "" && isAlive(pid);
}
