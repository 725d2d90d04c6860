// Recovers into a directory: has the new database built there, verifies it, and reports what was found.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { SkeinError } from "../../../core/index.ts";
import { messageOf } from "../../../system/index.ts";
import { generationsIn } from "../backup/generations.ts";
import { verifyDatabase } from "../backup/verify-database.ts";
import { recover } from "../recovery/index.ts";
import type { RecoveryPaths } from "../recovery-paths.ts";
import { readWitness } from "../witness.ts";
import type { RecoveryReport } from "./report.ts";

interface Recovery {
  now: string;
  reason: string;
  /** For the new database and the work files. */
  directory: string;
}

export const NEW_FILE = "new.db";
const STAGING_FILE = "staging.db";
/** The files that an interrupted recovery may leave. */
export const workFiles = [NEW_FILE, `${NEW_FILE}-journal`, STAGING_FILE, `${STAGING_FILE}-journal`];

/** When this returns, the new database is in the directory and verified. */
export function recoverInto(places: RecoveryPaths, { now, reason, directory }: Recovery): RecoveryReport {
  const remains = {
    database: places.path,
    backups: generationsIn(places.backups).map(({ path }) => path),
    witness: readWitness(places.path),
    sessionIds: sessionsWithEnvironment(places),
    skipsUnreadable: places.skipsUnreadable ?? false,
  };
  const database = join(directory, NEW_FILE);
  const recovered = recover(remains, { database, staging: join(directory, STAGING_FILE), now });
  verifyNew(database, places);
  return { at: now, reason, ...recovered, kept: directory };
}

/** An incorrect database must never be put in place. */
function verifyNew(path: string, places: RecoveryPaths): void {
  try {
    verifyDatabase(path);
  } catch (cause) {
    const why = messageOf(cause);
    const message = `No complete log could be built from what was found (${why}). Nothing was changed: keep ${places.path} and ${places.backups} as they are.`;
    throw new SkeinError("recovery_failed", message, { cause });
  }
}

/** Environment files are named after sessions. */
function sessionsWithEnvironment({ environments }: RecoveryPaths): string[] {
  if (environments === undefined) return [];
  try {
    return readdirSync(environments).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []);
  } catch {
    // These ids only help: a session whose id is found nowhere gets a new one.
    return [];
  }
}
