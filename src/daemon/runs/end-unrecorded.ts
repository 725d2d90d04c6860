// Ends agents of a home whose log can't be opened: what a person wants ended ends. A note beside each run tells the next daemon that has a log, which
// records it and holds what is queued.
import { join } from "node:path";
import { noteKill } from "../../agents/index.ts";
import { SkeinError } from "../../core/index.ts";
import { distrustHome, homeMark, type Paths, pathsOf } from "../../home/index.ts";
import { namesIn } from "../../system/index.ts";
import { killTree, readProcesses } from "../../system/processes.ts";

type Where = Pick<Paths, "home" | "runs">;

/** Of these runs, or of all. Resolves to the pids of what lives on all the same. */
export async function endUnrecorded(paths: Where, only?: readonly string[]): Promise<readonly number[]> {
  const home = homeMark(paths.home);
  if (home === null) return [];
  const known = namesIn(paths.runs);
  // One of an older version does not say of which home it is.
  const isOurs = (run: string, named: string | null): boolean => (named ? named === home : known.includes(run));
  const living = (await readProcesses()).flatMap(({ run, home: named }) => (run && isOurs(run, named) ? [run] : []));
  const runs = [...new Set(living)].filter((run) => only?.includes(run) ?? true);
  const ended = runs.map(async (marker) => {
    // A full disk may have no room for it: the run is then found over, without a word on who ended it.
    if (known.includes(marker)) await noteKill(join(paths.runs, marker)).catch(() => {});
    return (await killTree({ marker, home })).left;
  });
  return (await Promise.all(ended)).flat();
}

/** As a process of its own, beside a daemon that nobody reaches, or without any. Prints what it could not end. */
export async function endRuns(runs: readonly string[]): Promise<void> {
  const paths = pathsOf(process.env);
  const distrust = distrustHome(paths);
  if (distrust) throw new SkeinError("home_untrusted", `Skein's home can't be used: ${distrust.problem}.`);
  const left = await endUnrecorded(paths, runs);
  process.stdout.write(`${JSON.stringify({ left })}\n`);
}
