// The age of the newest backup. Each was verified when it was made; `skein daemon backups` verifies all of them again.
import { statSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../../system/index.ts";
import { relativeTime } from "../text/relative-time.ts";
import type { Check, Finding } from "./check.ts";

const LATE_MS = 3 * 24 * 60 * 60_000;

export interface BackupFacts {
  readonly nowMs: number;
  /** When the newest was made; null if there is none. */
  readonly newestMs: number | null;
  /** The last activity in any session; null if there was none, or if it is unknown. */
  readonly changedMs: number | null;
}

export const backup: Check = {
  id: "backup",
  async run({ io, paths, client }) {
    const [newest] = client ? await client.sessions() : [];
    const made = namesIn(paths.backups)
      .filter((name) => /^skein-.*\.db$/.test(name))
      .flatMap((name) => statSync(join(paths.backups, name), { throwIfNoEntry: false })?.mtimeMs ?? []);
    return [
      backupFinding({
        nowMs: io.now(),
        newestMs: made.length > 0 ? Math.max(...made) : null,
        changedMs: newest ? Date.parse(newest.updatedAt) : null,
      }),
    ];
  },
};

export function backupFinding({ nowMs, newestMs, changedMs }: BackupFacts): Finding {
  const title = "backup";
  if (newestMs === null)
    return {
      state: "note",
      title,
      text: "none yet; one is made each day, the first a minute after the daemon has started with something to keep",
    };
  const text = `made ${relativeTime(new Date(newestMs).toISOString(), nowMs)}`;
  if (changedMs === null || changedMs - newestMs < LATE_MS) return { state: "ok", title, text };
  return {
    state: "warning",
    title,
    text: `${text}, and sessions went on for days since: the daily ones fail, or the daemon never runs for a minute`,
    fix: "make one now: skein daemon backup",
  };
}
