// Finds damage before the database is opened, without reading all of it.
import { existsSync } from "node:fs";
import { generationsIn } from "../backup/generations.ts";
import { keepFirstPage } from "../database-file/first-page.ts";
import { openPages, type Pages, type Reading } from "../database-file/pages.ts";
import { metaOf, sourceOf, versionOf } from "../database-file/source.ts";
import { currentVersion, schemaOfVersion } from "../database-file/tables.ts";
import { schemaOf } from "../database-file/walk.ts";
import { newerDatabase } from "../migrate.ts";
import type { RecoveryPaths } from "../recovery-paths.ts";
import { readWitness } from "../witness.ts";

/** Skein will never have this many schema versions: a larger number is damage. */
const HIGHEST_VERSION = 255;

const readingOf = ({ skipsUnreadable = false }: RecoveryPaths): Reading => ({ skipsUnreadable });

/** What is wrong, or null. A home without any data is not damaged. */
export function visibleDamage(places: RecoveryPaths): string | null {
  const pages = openPages(places.path, readingOf(places));
  if (!pages) return wasThere(places) ? "the database file is gone" : null;
  try {
    if (pages.bytes === 0) return wasThere(places) ? "the database file is empty" : null;
    if (!pages.hasHeader) return "the database file does not begin like a database";
    const version = versionOf(pages);
    if (version > HIGHEST_VERSION) return "its version is not one of Skein's";
    if (version > currentVersion) return null;
    if (!pages.isWhole) return "the database file is cut short";
    if (version === 0) return wasWritten(places) ? "the database has no tables any more" : null;
    if (hasStrangeHeader(pages)) return "its header has impossible values";
    if (version === currentVersion && hasOtherTables(pages)) return "its tables were changed";
    return lostCommits(places, pages);
  } finally {
    pages.close();
  }
}

/** SQLite would treat such a file as one of a later SQLite, or as read-only. */
function hasStrangeHeader(pages: Pages): boolean {
  const header = pages.page(1);
  if (!header) return false;
  const formats = [header.readUInt8(18), header.readUInt8(19)];
  return formats.some((format) => format !== 1 && format !== 2) || header.readUInt8(47) > 4;
}

/** Whether a table or an index is missing, or differs from this version's definition. */
function hasOtherTables(pages: Pages): boolean {
  const made = new Map(schemaOf(pages).map(({ name, sql }) => [name, sql]));
  return schemaOfVersion(currentVersion).some(({ name, sql }) => made.get(name) !== sql);
}

/** Keeps a copy of the first page, for the case that it is destroyed. */
export function rememberFirstPage(places: RecoveryPaths): void {
  const pages = openPages(places.path, readingOf(places));
  if (!pages) return;
  try {
    if (pages.hasHeader && versionOf(pages) > 0) keepFirstPage(pages, places.path);
  } finally {
    pages.close();
  }
}

/** Whether opening this database will migrate it. A database without events needs no backup, so it does not count. */
export function needsMigration(places: RecoveryPaths): boolean {
  const pages = openPages(places.path, readingOf(places));
  if (!pages) return false;
  try {
    const version = pages.hasHeader ? versionOf(pages) : 0;
    return version > 0 && version < currentVersion && (metaOf(sourceOf(pages))?.lastCommit ?? 0) > 0;
  } finally {
    pages.close();
  }
}

/** Throws for a database of a newer version: it must not be changed, even if it is damaged. */
export function refuseNewer(places: RecoveryPaths): void {
  const pages = openPages(places.path, readingOf(places));
  if (!pages) return;
  try {
    const version = pages.hasHeader ? versionOf(pages) : 0;
    if (version > currentVersion && version <= HIGHEST_VERSION) throw newerDatabase(version, currentVersion);
  } finally {
    pages.close();
  }
}

const wasThere = (places: RecoveryPaths): boolean => existsSync(`${places.path}-wal`) || wasWritten(places);

/** Whether there was ever a commit. A WAL alone proves nothing: a database that was just created has one too. */
const wasWritten = ({ path, backups }: RecoveryPaths): boolean =>
  (readWitness(path)?.lastCommit ?? 0) > 0 || generationsIn(backups).length > 0;

function lostCommits({ path }: RecoveryPaths, pages: Pages): string | null {
  const meta = metaOf(sourceOf(pages));
  if (!meta) return "the database has no description of itself";
  const witness = readWitness(path);
  if (witness?.epoch !== meta.epoch || witness.lastCommit <= meta.lastCommit) return null;
  const [from, to] = [meta.lastCommit + 1, witness.lastCommit];
  return `${from === to ? `commit ${from} is` : `commits ${from} to ${to} are`} missing: the write-ahead log was deleted or cut, or replaced by an old copy`;
}
