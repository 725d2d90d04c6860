// Checks a database and its backups completely, without changing anything: what is wrong, and what a recovery would find.
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "../../../system/index.ts";
import { type ListedBackup, listBackups } from "../backup/list-backups.ts";
import { type Verified, verifyDatabase } from "../backup/verify-database.ts";
import type { RecoveryPaths } from "../recovery-paths.ts";
import { unfinishedIncident } from "./put-in-place.ts";
import { recoverInto } from "./recover-into.ts";
import type { RecoveryReport } from "./report.ts";
import { refuseNewer, visibleDamage } from "./visible-damage.ts";

export interface Findings {
  /** What is wrong; null if nothing is. */
  trouble: string | null;
  /** What the database holds; null if it is damaged or missing. */
  database: Verified | null;
  backups: ListedBackup[];
  /** What a recovery would find; null if none is needed. */
  recovery: RecoveryReport | null;
}

export interface Look {
  now: string;
  /** A daemon has the database open, so it may be read only through SQLite. */
  isOpen: boolean;
}

export function inspectDatabase(places: RecoveryPaths, { now, isOpen }: Look): Findings {
  refuseNewer(places);
  const directory = mkdtempSync(join(tmpdir(), "skein-recover-"));
  try {
    const { trouble, database } = check(places, { directory, isOpen });
    const recovery = trouble === null ? null : recoverInto(places, { now, reason: trouble, directory });
    return { trouble, database, backups: listBackups(places), recovery };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function check(
  places: RecoveryPaths,
  { directory, isOpen }: { directory: string; isOpen: boolean },
): Pick<Findings, "trouble" | "database"> {
  // While a daemon writes, the files do not match each other at every moment.
  const visible = isOpen ? null : visibleDamage(places);
  if (visible !== null) return { trouble: visible, database: null };
  if (unfinishedIncident(places)) return { trouble: "a recovery was cut short", database: null };
  if (!existsSync(places.path)) return { trouble: null, database: null };
  try {
    return { trouble: null, database: verifyDatabase(isOpen ? places.path : copyOf(places.path, directory)) };
  } catch (fault) {
    return { trouble: messageOf(fault), database: null };
  }
}

/** SQLite creates side files beside the file that it reads, so it reads a copy. */
function copyOf(path: string, directory: string): string {
  const copy = join(directory, "copy.db");
  const file = realpathSync(path);
  for (const suffix of ["", "-wal"]) if (existsSync(`${file}${suffix}`)) cpSync(`${file}${suffix}`, `${copy}${suffix}`);
  return copy;
}
