// Ends agents of a home whose log can't be opened. A note beside each run tells the next daemon with a log, which records the end and holds
// the queue.
import { join } from "node:path";
import { noteKill } from "../../agents/index.ts";
import { SkeinError } from "../../core/index.ts";
import { distrustHome, homeMark, type Paths, pathsOf } from "../../home/index.ts";
import { namesIn } from "../../system/index.ts";
import { killTree, readProcesses } from "../../system/processes.ts";

type Where = Pick<Paths, "home" | "runs">;

/** Ends these runs, or all. Resolves to the surviving pids. */
export async function endUnrecorded(paths: Where, only?: readonly string[]): Promise<readonly number[]> {
  const home = homeMark(paths.home);
  if (home === null) return [];
  const known = namesIn(paths.runs);
  // Processes of older versions do not name their home.
  const isOurs = (run: string, named: string | null): boolean => (named ? named === home : known.includes(run));
  const living = (await readProcesses()).flatMap(({ run, home: named }) => (run && isOurs(run, named) ? [run] : []));
  const runs = [...new Set(living)].filter((run) => only?.includes(run) ?? true);
  const ended = runs.map(async (marker) => {
    // A full disk may have no room for the note: then the next daemon finds the run ended, without knowing by whom.
    if (known.includes(marker)) await noteKill(join(paths.runs, marker)).catch(() => {});
    return (await killTree({ marker, home })).left;
  });
  return (await Promise.all(ended)).flat();
}

/** Runs as its own process, if no daemon can be reached. Prints the surviving pids. */
export async function endRuns(runs: readonly string[]): Promise<void> {
  const paths = pathsOf(process.env);
  const distrust = distrustHome(paths);
  if (distrust) throw new SkeinError("home_untrusted", `Skein's home can't be used: ${distrust.problem}.`);
  const left = await endUnrecorded(paths, runs);
  process.stdout.write(`${JSON.stringify({ left })}\n`);
}
