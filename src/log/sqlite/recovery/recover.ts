// Reads everything that is left of a database and its backups, and builds a new database from it. It does not change the files that it reads.
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
  /** Newest first. */
  backups: readonly string[];
  /** The last commit, as recorded outside the database. */
  witness: Pick<Meta, "epoch" | "lastCommit"> | null;
  /** Ids that are known from outside the database: they help to identify sessions that lost their rows. */
  sessionIds: readonly string[];
  /** Bytes that the disk can't return count as lost; otherwise they are an error. */
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
  /** The newest backup that was read, if events were taken from backups; otherwise null. */
  generation: string | null;
  sessions: number;
  events: {
    found: number;
    fromGeneration: number;
    /** Written once, and found nowhere. */
    lost: number;
  };
  /** The first hundred gaps; `events.lost` counts all of them. */
  missing: MissingEvents[];
  /** Lost events whose place is unknown: they were at the end of a session, or a whole session. */
  lostWithoutPlace: number;
  /** Long texts of which only the beginning is left. */
  lostBlobs: number;
  /** Forks whose base is unknown: they begin with their own events. */
  withoutBase: string[];
  /** Earlier cursors are void: they may point at other events now. */
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
  /** The number of the last event that was ever written; null if unknown. */
  lastCommit: number | null;
  version: number;
  /** The newest backup that was read. */
  generation: string | null;
}

/** Reads one file after another until nothing is missing. */
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
      // The check is expensive, and pointless after the last file.
      const isLast = index === files.length - 1;
      if (!isLast && isComplete(staging, { sessions, count: count() }) && !lacksBlobs(staging)) break;
    } finally {
      source.pages.close();
    }
  }
  return { sessions, meta, lastCommit, version: version || currentVersion, generation };
}

/** Null if there is no such file. Unreadable parts of a backup are skipped: another file may have them. */
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
