// Removes files of runs that the log has as ended or does not know: a daemon died before it removed them.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { holdsRun } from "../../agents/index.ts";
import { isUuid } from "../../core/index.ts";
import type { Paths } from "../../home/index.ts";
import type { Log } from "../../log/index.ts";
import type { Keeper } from "../../session/index.ts";
import type { Journal } from "../journal.ts";

interface Dependencies {
  readonly paths: Pick<Paths, "runs">;
  readonly log: Log;
  readonly keeper: Keeper;
  readonly journal: Journal;
}

/**
 * Call it before any session continues, because a run's files exist before the log has the run. A run that can't be removed (immutable,
 * another user's, a mount) does not stop the others. Files that are not a run's stay. Everything left is reported once. Never rejects.
 */
export async function removeLeftovers({ paths, log, keeper, journal }: Dependencies): Promise<void> {
  const failed: { run: string; error: unknown }[] = [];
  const foreign: string[] = [];
  try {
    const known = new Set(log.runs().map(({ run }) => run));
    for (const run of readdirSync(paths.runs).sort()) {
      if (known.has(run)) continue;
      const dir = join(paths.runs, run);
      try {
        // A repaired log may lack a run that is still alive.
        if (isUuid(run)) await keeper.sweep(run);
        if (isUuid(run) && holdsRun(dir)) await keeper.remove(dir);
        else foreign.push(run);
      } catch (error) {
        failed.push({ run, error });
      }
    }
  } catch (error) {
    journal.error("the files of earlier runs can't be read now; the next daemon tries again", error);
  }
  if (foreign.length > 0)
    journal.info(`${paths.runs} contains files that are not Skein's; they are left there, move them elsewhere`, {
      number: foreign.length,
      names: foreign.slice(0, MAX_NAMES),
    });
  if (failed.length === 0) return;
  const names = failed.map(({ run }) => run).join(", ");
  journal.error(
    `the files of earlier runs can't be removed from ${paths.runs} now; the next daemon tries again: ${names}`,
    failed[0]?.error,
  );
}

const MAX_NAMES = 20;
