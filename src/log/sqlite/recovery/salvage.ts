// Gathers what can be read of a database and its backups, and builds a new one from it. Reads only; what it makes is all in one directory.
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { verifyDatabase } from "../backup/verify-database.ts";
import { type Survey, survey } from "./gaps.ts";
import { type KnownSession, knownSessions } from "./known-sessions.ts";
import type { Places } from "./places.ts";
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
export function salvage(places: Places, { now, reason, directory }: Salvage): RecoveryReport {
  const staging = openStaging(join(directory, STAGING_FILE));
  try {
    const found = gather(places, staging);
    const { sessions, meta, lastCommit, generation, version } = found;
    const { lostInGaps, lostWithoutPlace } = found.survey;
    const isNameless = [...sessions.values()].some((session) => session.isNameless);
    const epoch = meta?.epoch ?? readWitness(places.path)?.epoch ?? null;
    const isEndKnown = epoch !== null && lastCommit !== null && lostWithoutPlace === 0 && !isNameless;
    const path = join(directory, NEW_FILE);
    const { missing, fromGeneration, lostBlobs } = rebuild(path, {
      staging,
      sessions,
      version,
      epoch: isEndKnown ? epoch : randomBytes(16).toString("hex"),
      lastCommit,
      isEndKnown,
      now,
    });
    verifyDatabase(path);
    return {
      at: now,
      reason,
      generation: fromGeneration > 0 ? generation : null,
      sessions: sessions.size,
      events: { found: found.survey.found, fromGeneration, lost: lostInGaps + lostWithoutPlace },
      missing,
      lostWithoutPlace,
      lostBlobs,
      newEpoch: !isEndKnown,
      kept: directory,
    };
  } finally {
    staging.close();
    for (const file of workFiles) if (file !== NEW_FILE) rmSync(join(directory, file), { force: true });
  }
}

interface Gathered {
  sessions: Map<number, KnownSession>;
  survey: Survey;
  meta: Meta | null;
  /** How many events there ever were; null when nothing says it. */
  lastCommit: number | null;
  version: number;
  /** The newest backup that was looked into. */
  generation: string | null;
}

/** Looks into one source after the other until nothing is missing. */
function gather(places: Places, staging: Staging): Gathered {
  let meta: Meta | null = null;
  let version = 0;
  let generation: string | null = null;
  let index = 0;
  let lastCommit = witnessed(places, null);
  const look = (): Pick<Gathered, "sessions" | "survey"> => {
    const sessions = knownSessions({ staging, environments: places.environments });
    return { sessions, survey: survey(staging, { sessions, lastCommit }) };
  };
  let seen = look();
  for (const source of sourcesOf(places)) {
    try {
      if (source.generation === null) {
        meta = metaOf(source);
        lastCommit = witnessed(places, meta);
      }
      generation ??= source.generation;
      version = Math.max(version, source.version);
      takeAll(staging, source, { index: source.generation === null ? 0 : ++index, lastCommit });
      seen = look();
      if (seen.survey.isComplete) break;
    } finally {
      source.pages.close();
    }
  }
  return { ...seen, meta, lastCommit, version: version || currentVersion, generation };
}

function takeAll(
  staging: Staging,
  { pages, tables }: Source,
  { index, lastCommit }: { index: number; lastCommit: number | null },
): void {
  staging.take(allRows(pages, tables), { source: index, strayLimit: lastCommit ?? Number.POSITIVE_INFINITY });
}

/** How many events there ever were, as the database and its witness say. */
function witnessed({ path }: Places, meta: Meta | null): number | null {
  const witness = readWitness(path);
  if (!witness) return meta?.lastCommit ?? null;
  if (!meta) return witness.lastCommit;
  return meta.epoch === witness.epoch ? Math.max(meta.lastCommit, witness.lastCommit) : meta.lastCommit;
}
