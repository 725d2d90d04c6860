// Makes a backup: SQLite copies the whole database as it is at one moment, while others write. The copy is verified before it counts.
// A process that is killed at any point leaves the earlier backups unchanged.
import { chmodSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { messageOf, syncDirectory, syncFile } from "../../../system/index.ts";
import type { RecoveryPaths } from "../recovery-paths.ts";
import { prepare } from "../statement.ts";
import { filesIn, type Generation, generationsIn, nameOf } from "./generations.ts";
import { type Verified, verifyDatabase } from "./verify-database.ts";

/** Why a backup is made: a day has passed, a migration is about to begin, somebody asked for it, or (`rescue`) the write-ahead log was lost or the database file moved, and nothing else holds the newest commits. */
export type BackupReason = "daily" | "migration" | "request" | "rescue";

export interface BackupRecord extends Generation, Verified {
  reason: BackupReason;
}

/** Copies the whole database into a new file. */
type CopyInto = (target: string) => void;

/** How many good backups are kept. */
const KEPT = 3;
const BUSY_TIMEOUT_MS = 10_000;
const UNFINISHED = /^making-/;

export function makeBackup(
  { path, backups }: Pick<RecoveryPaths, "path" | "backups">,
  { now, reason, copyInto = copierOf(path) }: { now: string; reason: BackupReason; copyInto?: CopyInto },
): BackupRecord {
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  removeUnfinished(backups);
  const making = join(backups, `making-${process.pid}.db`);
  const verified = copyVerified(making, copyInto);
  const at = laterThan(generationsIn(backups)[0]?.at ?? "", now);
  const name = nameOf({ at, lastCommit: verified.lastCommit });
  const generation = join(backups, name);
  renameSync(making, generation);
  syncDirectory(backups);
  removeOldest(backups, name);
  return { name, path: generation, at, bytes: statSync(generation).size, reason, ...verified };
}

/** Removes unfinished copies of killed processes. */
function removeUnfinished(backups: string): void {
  for (const name of filesIn(backups)) if (UNFINISHED.test(name)) rmSync(join(backups, name));
}

function copyVerified(making: string, copyInto: CopyInto): Verified {
  try {
    copyInto(making);
    const verified = verifyDatabase(making);
    chmodSync(making, 0o600);
    syncFile(making);
    return verified;
  } catch (fault) {
    rmSync(making, { force: true });
    throw fault;
  }
}

const copierOf =
  (source: string): CopyInto =>
  (target) => {
    const db = new DatabaseSync(source, { readOnly: true });
    try {
      db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      prepare(db, "VACUUM INTO ?").run(target);
    } finally {
      db.close();
    }
  };

/** Backups sort by their names, also after the clock was set back. */
function laterThan(newest: string, now: string): string {
  return now > newest ? now : new Date(Date.parse(newest) + 1).toISOString();
}

/** Only good backups are counted and removed: a damaged one may be the only copy of something. */
function removeOldest(backups: string, made: string): void {
  const all = generationsIn(backups);
  if (all.length <= KEPT) return;
  const good = all.filter(({ name, path }) => name === made || troubleOf(path) === null);
  for (const { path } of good.slice(KEPT)) rmSync(path);
  syncDirectory(backups);
}

/** What is wrong with a backup, or null. */
function troubleOf(path: string): string | null {
  try {
    verifyDatabase(path);
    return null;
  } catch (fault) {
    return messageOf(fault);
  }
}
