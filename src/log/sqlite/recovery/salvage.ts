// Gathers what can be read of a database and its backups, and builds a new one from it. Reads only; what it makes is all in one directory.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { SkeinError } from "../../../core/index.ts";
import { messageOf } from "../../../system/index.ts";
import { generationsIn } from "../backup/generations.ts";
import { verifyDatabase } from "../backup/verify-database.ts";
import type { RecoveryPaths } from "../recovery-paths.ts";
import { lacksBlobs } from "./carry-blobs.ts";
import { countOf, isComplete } from "./gaps.ts";
import type { KnownSession } from "./known-session.ts";
import { knownSessions } from "./known-sessions.ts";
import { rebuild } from "./rebuild.ts";
import type { RecoveryReport } from "./report.ts";
import { type Meta, metaOf, type Source, sourcesOf } from "./sources.ts";
import { openStaging, type Staging } from "./staging.ts";
import { currentVersion } from "./tables.ts";
import { allRows } from "./walk.ts";
import { readWitness } from "./witness.ts";

export interface Salvage {
  now: string;
  reason: string;
  /** Where the new database and everything that is needed to make it goes. */
  directory: string;
}

export const NEW_FILE = "new.db";
const STAGING_FILE = "staging.db";
/** Everything that a salvage leaves when it is cut short. */
export const workFiles = [NEW_FILE, `${NEW_FILE}-journal`, STAGING_FILE, `${STAGING_FILE}-journal`];

/** The new database is in the directory, verified, when this returns. */
export function salvage(places: RecoveryPaths, { now, reason, directory }: Salvage): RecoveryReport {
  const staging = openStaging(join(directory, STAGING_FILE));
  try {
    const found = gather(places, staging);
    const { sessions, meta, lastCommit, generation, version } = found;
    const epoch = meta?.epoch ?? readWitness(places.path)?.epoch ?? null;
    const path = join(directory, NEW_FILE);
    const purged = meta?.purged ?? 0;
    const built = rebuild(path, { staging, sessions, version, epoch, lastCommit, purged, now });
    const { tally, missing, fromGeneration, lostBlobs, withoutBase, newEpoch, epoch: newName } = built;
    prove(path, places);
    return {
      at: now,
      reason,
      generation: fromGeneration > 0 ? generation : null,
      sessions: sessions.size,
      events: { found: tally.found, fromGeneration, lost: tally.lostInGaps + tally.lostWithoutPlace },
      missing,
      lostWithoutPlace: tally.lostWithoutPlace,
      lostBlobs,
      withoutBase,
      newEpoch,
      epoch: newName,
      kept: directory,
    };
  } finally {
    staging.close();
    for (const file of workFiles) if (file !== NEW_FILE) rmSync(join(directory, file), { force: true });
  }
}

/** What was built must be whole, or nothing is put anywhere. */
function prove(path: string, places: RecoveryPaths): void {
  try {
    verifyDatabase(path);
  } catch (cause) {
    const why = messageOf(cause);
    const message = `No complete log could be built from what was found (${why}). Nothing was changed: keep ${places.path} and ${places.backups} as they are.`;
    throw new SkeinError("recovery_failed", message, { cause });
  }
}

interface Gathered {
  sessions: Map<number, KnownSession>;
  meta: Meta | null;
  /** The number of the last one that there ever was; null when nothing says it. */
  lastCommit: number | null;
  version: number;
  /** The newest backup that was looked into. */
  generation: string | null;
}

/** Looks into one source after the other until nothing is missing. */
function gather(places: RecoveryPaths, staging: Staging): Gathered {
  let meta: Meta | null = null;
  let version = 0;
  let generation: string | null = null;
  let index = 0;
  let lastCommit = witnessed(places, null);
  const count = (): number | null => countOf(lastCommit, meta?.purged ?? 0);
  const know = (): Map<number, KnownSession> => {
    const isNewest = meta !== null && meta.lastCommit === lastCommit;
    return knownSessions({ staging, environments: places.environments, count: count(), isNewest });
  };
  let sessions = know();
  const generations = generationsIn(places.backups).length;
  for (const source of sourcesOf(places)) {
    try {
      if (source.generation === null) {
        meta = metaOf(source);
        lastCommit = witnessed(places, meta);
      }
      generation ??= source.generation;
      version = Math.max(version, source.version);
      takeAll(staging, source, { index: source.generation === null ? 0 : ++index, lastCommit });
      sessions = know();
      // Without another source it does not matter whether this one was enough.
      if (index < generations && isComplete(staging, { sessions, count: count() }) && !lacksBlobs(staging)) break;
    } finally {
      source.pages.close();
    }
  }
  return { sessions, meta, lastCommit, version: version || currentVersion, generation };
}

function takeAll(
  staging: Staging,
  { pages, tables }: Source,
  { index, lastCommit }: { index: number; lastCommit: number | null },
): void {
  staging.take(allRows(pages, tables), { source: index, strayLimit: lastCommit ?? Number.POSITIVE_INFINITY });
}

/** The number of the last event that there ever was, as the database and its witness say. */
function witnessed({ path }: RecoveryPaths, meta: Meta | null): number | null {
  const witness = readWitness(path);
  if (!witness) return meta?.lastCommit ?? null;
  if (!meta) return witness.lastCommit;
  return meta.epoch === witness.epoch ? Math.max(meta.lastCommit, witness.lastCommit) : meta.lastCommit;
}
