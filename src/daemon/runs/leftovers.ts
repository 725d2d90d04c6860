// What is left of runs that the log knows as ended, or never heard of: a daemon died before it had tidied up.
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
 * To be called before any session goes on: what a run has is there before the log knows of it. Each on its own: one that can't be removed (immutable,
 * another user's, a mount) is in nobody's way. What is not a run's stays, whatever it is. All such are told of once. Never rejects.
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
        // A log that had to be repaired may have forgotten a run that lives.
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
