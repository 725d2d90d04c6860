// Reads everything that is left of a database and its backups, and builds a new database from it. Changes none of the files that it reads.
import { rmSync } from "node:fs";
import { basename } from "node:path";
import { withKnownFirstPage } from "../database-file/first-page.ts";
import { openPages } from "../database-file/pages.ts";
import { type Meta, metaOf, type Source, sourceOf } from "../database-file/source.ts";
import { currentVersion } from "../database-file/tables.ts";
import { allRows } from "../database-file/walk.ts";
import { lacksBlobs } from "./carry-blobs.ts";
import { countOf, isComplete } from "./gaps.ts";
import type { KnownSession } from "./known-session.ts";
import { knownSessions } from "./known-sessions.ts";
import { type MissingEvents, rebuild } from "./rebuild.ts";
import { openStaging, type Staging } from "./staging.ts";

/** What is left of a log. */
export interface Remains {
  /** The damaged database. */
  database: string;
  /** The newest first. */
  backups: readonly string[];
  /** How far the log got, as was recorded outside of the database. */
  witness: Pick<Meta, "epoch" | "lastCommit"> | null;
  /** Ids that are known from elsewhere: they help to tell whose events were found. */
  sessionIds: readonly string[];
  /** What the disk does not return counts as lost; otherwise it is an error. */
  skipsUnreadable: boolean;
}

/** The files to make. */
export interface Target {
  database: string;
  /** Removed at the end. */
  staging: string;
  now: string;
}

export interface Recovered {
  /** The newest backup that something was taken from; null when none was needed or none could be read. */
  generation: string | null;
  sessions: number;
  events: {
    found: number;
    fromGeneration: number;
    /** They were written once and are nowhere now. */
    lost: number;
  };
  /** The first hundred gaps; `events.lost` counts all of them. */
  missing: MissingEvents[];
  /** Lost events of which nobody can say where they belonged: they were at the end of some session, or all of one. */
  lostWithoutPlace: number;
  /** Long texts whose beginning is all that is left of them. */
  lostBlobs: number;
  /** Forks of which nobody knows any more what they branched off from: they begin with their own events. */
  withoutBase: string[];
  /** Cursors from before are void: what they point at may be something else now. */
  newEpoch: boolean;
  /** The epoch of the new database. */
  epoch: string;
}

/** To be called while no connection to the database is open in this process. */
export function recover(remains: Remains, { database, staging: stagingFile, now }: Target): Recovered {
  const staging = openStaging(stagingFile);
  try {
    const { meta, generation, ...found } = gather(remains, staging);
    const { sessions } = found;
    const epoch = meta?.epoch ?? remains.witness?.epoch ?? null;
    const built = rebuild(database, { ...found, staging, epoch, purged: meta?.purged ?? 0, now });
    const { tally, fromGeneration, ...rest } = built;
    return {
      ...rest,
      generation: fromGeneration > 0 ? generation : null,
      sessions: sessions.size,
      events: { found: tally.found, fromGeneration, lost: tally.lostInGaps + tally.lostWithoutPlace },
      lostWithoutPlace: tally.lostWithoutPlace,
    };
  } finally {
    staging.close();
    for (const file of [stagingFile, `${stagingFile}-journal`, `${database}-journal`]) rmSync(file, { force: true });
  }
}

interface Gathered {
  sessions: Map<number, KnownSession>;
  meta: Meta | null;
  /** The number of the last event that was ever written; null when nothing says it. */
  lastCommit: number | null;
  version: number;
  /** The newest backup that was read. */
  generation: string | null;
}

/** Reads one file after the other until nothing is missing. */
function gather(remains: Remains, staging: Staging): Gathered {
  let meta: Meta | null = null;
  let version = 0;
  let generation: string | null = null;
  let lastCommit = lastCommitOf(remains, null);
  const count = (): number | null => countOf(lastCommit, meta?.purged ?? 0);
  const know = (): Map<number, KnownSession> => {
    const isNewest = meta !== null && meta.lastCommit === lastCommit;
    return knownSessions({ staging, sessionIds: remains.sessionIds, count: count(), isNewest });
  };
  let sessions = know();
  const files = [remains.database, ...remains.backups];
  for (const [index, path] of files.entries()) {
    const source = openSource(path, remains);
    if (!source) continue;
    try {
      if (index === 0) {
        meta = metaOf(source);
        lastCommit = lastCommitOf(remains, meta);
      } else generation ??= basename(path);
      version = Math.max(version, source.version);
      const strayLimit = lastCommit ?? Number.POSITIVE_INFINITY;
      staging.take(allRows(source.pages, source.tables), { source: index, strayLimit });
      sessions = know();
      // After the last file it does not matter whether anything is missing.
      const isLast = index === files.length - 1;
      if (!isLast && isComplete(staging, { sessions, count: count() }) && !lacksBlobs(staging)) break;
    } finally {
      source.pages.close();
    }
  }
  return { sessions, meta, lastCommit, version: version || currentVersion, generation };
}

/** Null when there is no such file. What can't be read of a backup is passed over: another file may have it. */
function openSource(path: string, { database, skipsUnreadable }: Remains): Source | null {
  const isBackup = path !== database;
  const pages = openPages(path, { skipsUnreadable: isBackup || skipsUnreadable });
  return pages && sourceOf(isBackup ? pages : withKnownFirstPage(pages, path));
}

/** The number of the last event that was ever written, as the database and its witness say. */
function lastCommitOf({ witness }: Remains, meta: Meta | null): number | null {
  if (!witness) return meta?.lastCommit ?? null;
  if (!meta) return witness.lastCommit;
  return meta.epoch === witness.epoch ? Math.max(meta.lastCommit, witness.lastCommit) : meta.lastCommit;
}
