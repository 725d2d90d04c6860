// What is left of runs that the log knows as ended, or never heard of: a daemon died before it had tidied up.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Paths } from "../home/index.ts";
import type { Log } from "../log/index.ts";
import type { Keeper } from "../session/index.ts";
import type { Journal } from "./journal.ts";

interface Around {
  readonly paths: Pick<Paths, "runs">;
  readonly log: Log;
  readonly keeper: Keeper;
  readonly journal: Journal;
}

/** Each on its own: one that can't be removed (immutable, another user's, a mount) is in nobody's way. All such are told of once. Never rejects. */
export async function removeLeftovers({ paths, log, keeper, journal }: Around): Promise<void> {
  const failed: { run: string; error: unknown }[] = [];
  try {
    const known = new Set(log.runs().map(({ run }) => run));
    for (const run of readdirSync(paths.runs).sort()) {
      if (known.has(run)) continue;
      try {
        // A log that had to be repaired may have forgotten a run that lives.
        await keeper.sweep(run);
        await keeper.remove(join(paths.runs, run));
      } catch (error) {
        failed.push({ run, error });
      }
    }
  } catch (error) {
    journal.error("what is left of former runs can't be looked at now; the next daemon tries again", error);
  }
  if (failed.length === 0) return;
  const names = failed.map(({ run }) => run).join(", ");
  journal.error(
    `what is left of former runs can't be removed from ${paths.runs} now; the next daemon tries again: ${names}`,
    failed[0]?.error,
  );
}
