// Prepares the database for opening: finishes an interrupted recovery, recovers a damaged database, and makes a backup before a migration.
// Unreadable data is never overwritten or deleted.
import { makeBackup } from "../backup/make-backup.ts";
import type { RecoveryPaths } from "../recovery-paths.ts";
import { storageFailed } from "../storage-failed.ts";
import { findsDamage } from "./find-damage.ts";
import { tidyIncidents } from "./old-incidents.ts";
import {
  makeIncident,
  type OnStep,
  putInPlace,
  recordDecision,
  removeUndecided,
  unfinishedIncident,
} from "./put-in-place.ts";
import { recoverInto } from "./recover-into.ts";
import { type RecoveryReport, readReport } from "./report.ts";
import { needsMigration, refuseNewer, rememberFirstPage, visibleDamage } from "./visible-damage.ts";

export interface Preparation {
  now: string;
  /** The process that had the database open found damage. */
  isDamaged: boolean;
  /** Only SQLite reported the damage: it counts if it is found again in files that can be read completely. */
  isOnlySaid?: boolean;
}

/** To be called while no connection to the database is open in this process. Returns null if no recovery was needed. */
export function prepareDatabase(
  places: RecoveryPaths,
  preparation: Preparation,
  onStep: OnStep = () => {},
): RecoveryReport | null {
  try {
    return prepare(places, preparation, onStep);
  } catch (cause) {
    throw storageFailed({ action: "open", path: places.path, cause });
  }
}

function prepare(
  places: RecoveryPaths,
  { now, isDamaged, isOnlySaid = false }: Preparation,
  onStep: OnStep,
): RecoveryReport | null {
  removeUndecided(places);
  const unfinished = unfinishedIncident(places);
  if (unfinished) {
    putInPlace(places, unfinished, onStep);
    rememberFirstPage(places);
    return readReport(unfinished);
  }
  refuseNewer(places);
  // Damage counts only if a second check finds it too.
  const visible = visibleDamage(places) && visibleDamage(places);
  const reason =
    visible ?? (isDamaged && (!isOnlySaid || findsDamage(places.path)) ? "parts of it can't be read" : null);
  if (reason === null) {
    rememberFirstPage(places);
    if (needsMigration(places)) makeBackup(places, { now, reason: "migration" });
    return null;
  }
  const directory = makeIncident(places, now);
  onStep("salvage");
  const report = recordDecision(directory, recoverInto(places, { now, reason, directory }), onStep);
  putInPlace(places, directory, onStep);
  rememberFirstPage(places);
  tidyIncidents(places, onStep);
  return report;
}
