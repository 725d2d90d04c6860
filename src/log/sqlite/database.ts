// One database file, opened so that a commit is on disk when it returns, and readable only by its owner.
import { chmodSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { SkeinError } from "../../core/index.ts";
import { unlessAbsent } from "../../system/index.ts";
import { migrate } from "./migrate.ts";
import { prepare } from "./statement.ts";
import { storageFailed } from "./storage-failed.ts";

/** Short, because waiting blocks the event loop; only foreign programs ever hold the lock. */
const BUSY_TIMEOUT_MS = 2_000;
/** Holds the summaries of 10,000 sessions. */
const CACHE_KIB = 16_384;

/** `isThere`: it existed before; if it is gone, no new one is created. */
export function openDatabase(path: string, { isThere = false } = {}): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(isThere ? existing(path) : path);
    restrictToOwner(path);
    makeDurable(db);
    migrate(db);
    return db;
  } catch (fault) {
    if (db?.isOpen) db.close();
    throw storageFailed({ action: "open", path, cause: fault });
  }
}

/** A URI under which SQLite opens a file but never creates it. */
function existing(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set("mode", "rw");
  return url;
}

/** By path, never by opening the file: closing it would drop this process's locks on it. SQLite gives new side files the mode of the main file. */
export function restrictToOwner(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    unlessAbsent(() => chmodSync(file, 0o600));
  }
}

function makeDurable(db: DatabaseSync): void {
  db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  // Works only for a new, empty file: lets free space be given back in slices.
  db.exec("PRAGMA auto_vacuum = INCREMENTAL");
  db.exec("PRAGMA journal_mode = WAL");
  db.exec("PRAGMA synchronous = FULL");
  // macOS: a plain fsync leaves data in the drive's cache.
  db.exec("PRAGMA fullfsync = ON");
  const journal = prepare<{ journal_mode: string }>(db, "PRAGMA journal_mode").get()?.journal_mode;
  const synchronous = prepare<{ synchronous: number }>(db, "PRAGMA synchronous").get()?.synchronous;
  if (journal !== "wal" || synchronous !== 2) {
    const found = `journal_mode is ${journal} and synchronous is ${synchronous}`;
    throw new SkeinError(
      "not_durable",
      `The session log can't be kept safely here: ${found}. Move SKEIN_HOME to a local disk.`,
    );
  }
}
