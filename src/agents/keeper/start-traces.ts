// Whether a run was started. Its keeper's note says so; but the agent can delete that, and everything else in its run's directory. A run is started at
// most once, so whatever else tells of a start counts as well.
import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { processesOf } from "../../system/processes.ts";
import { hasTraces, type RunFiles } from "./run-files.ts";
import { hasKeeper } from "./watch-keeper.ts";

/** For a keeper that another daemon has started to write its note. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 10;

interface Sought {
  run: string;
  home: string | null;
  files: RunFiles;
}

/**
 * "kept": it has a keeper, or its note. "in_doubt": it was started, or something of it lives, and no keeper is there to tell of it. To be asked while
 * somebody watches: a keeper that waits for a reader goes on.
 */
export async function findStart({ run, home, files }: Sought): Promise<"kept" | "in_doubt" | "none"> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const isAlive = (await processesOf(run, home)).length > 0;
    // Before the note, which comes first when a keeper is at work.
    const isTraced = hasTraces(files);
    if (existsSync(files.keeper) || hasKeeper(files)) return "kept";
    if (isTraced) return "in_doubt";
    if (!isAlive) return "none";
    if (performance.now() > deadline) return "in_doubt";
    await delay(LOOK_EVERY_MS);
  }
}
