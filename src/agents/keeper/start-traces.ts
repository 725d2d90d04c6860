// Whether a run was started. Its keeper's note shows that, but the agent can delete it, and everything else in its run's directory. A run is
// started at most once, so every other trace of a start counts as well.
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { processesOf } from "../../system/processes.ts";
import { hasTraces, type RunFiles } from "./run-files.ts";
import { hasKeeper } from "./watch-keeper.ts";

/** How long a keeper that another daemon has started may take to write its note. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 10;

interface Sought {
  run: string;
  home: string | null;
  files: RunFiles;
}

/**
 * "kept": it has a keeper, or its note. "in_doubt": it was started, or a process of it lives, and no keeper exists. Must be called while someone
 * watches: a keeper that waits for a reader continues.
 */
export async function findStart({ run, home, files }: Sought): Promise<"kept" | "in_doubt" | "none"> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const isAlive = (await processesOf(run, home)).length > 0;
    // Before the note, which a working keeper writes first.
    const isTraced = hasTraces(files);
    if (existsSync(files.keeper) || hasKeeper(files)) return "kept";
    if (isTraced) return "in_doubt";
    if (!isAlive) return "none";
    if (performance.now() > deadline) return "in_doubt";
    await delay(LOOK_EVERY_MS);
  }
}
