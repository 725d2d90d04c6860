// Ends the agents of a home whose log can't be opened: what a person wants ended ends, and the next daemon that has a log finds it over.
import { readdirSync } from "node:fs";
import { killTree, readProcesses } from "../agents/index.ts";
import { homeMark, type Paths } from "../home/index.ts";

export async function endUnrecorded(paths: Pick<Paths, "home" | "runs">): Promise<void> {
  const home = homeMark(paths.home);
  if (home === null) return;
  const known = namesIn(paths.runs);
  // One of an older version does not say of which home it is.
  const isOurs = (run: string, named: string | null): boolean => (named ? named === home : known.includes(run));
  const runs = (await readProcesses()).flatMap(({ run, home: named }) => (run && isOurs(run, named) ? [run] : []));
  await Promise.all([...new Set(runs)].map((marker) => killTree({ marker, home })));
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
