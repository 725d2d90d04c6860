// Whether the files that this process opened are still in place. SQLite happily writes into a deleted file,
// and acknowledged data would be lost.
import { fstatSync, openSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { SkeinError } from "../../core/index.ts";

/** A file as it was when it was opened. */
export interface FileIdentity {
  path: string;
  inode: bigint;
  device: bigint;
  /** A descriptor of the directory that it is in, for as long as the process lives. */
  directory?: number;
}

export function identityOf(path: string): FileIdentity | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? { path, inode: found.ino, device: found.dev } : null;
}

/** With its directory, to distinguish a deleted home from a moved one. */
export function identityInDirectory(path: string): FileIdentity | null {
  const file = identityOf(path);
  return file ? { ...file, directory: openSync(dirname(path), "r") } : null;
}

/** A deleted directory has no links left. A moved one has, and may come back. */
const isDirectoryDeleted = ({ directory }: FileIdentity): boolean =>
  directory !== undefined && fstatSync(directory).nlink === 0;

export const isUnmoved = (file: FileIdentity): boolean => {
  const found = identityOf(file.path);
  return found !== null && found.inode === file.inode && found.device === file.device;
};

/** SQLite keeps it beside the real file, wherever a link to it is. It stays the same file while the database is open. */
export function writeAheadLogOf(database: string): FileIdentity {
  const path = `${realpathSync(database)}-wal`;
  const found = identityOf(path);
  if (!found) throw writeAheadLogGone(path);
  return found;
}

export interface GuardedFiles {
  database: FileIdentity;
  writeAheadLog: FileIdentity;
  /** The daemon's lock, where there is one. */
  lock: FileIdentity | null;
}

/** Throws unless everything is in place. */
export function checkPlaces({ database, writeAheadLog, lock }: GuardedFiles): void {
  const isDatabaseThere = isUnmoved(database);
  if (isDatabaseThere && (!lock || isUnmoved(lock))) {
    if (!isUnmoved(writeAheadLog)) throw writeAheadLogGone(writeAheadLog.path);
    return;
  }
  if (lock && identityOf(lock.path) && !isUnmoved(lock)) throw lockLost(lock.path, { isReplaced: !isDatabaseThere });
  if (!isDatabaseThere) throw databaseGone(database.path, lock);
  throw lockLost(lock?.path ?? "", { isReplaced: false });
}

const DATABASE_GONE = "database_gone";
const WRITE_AHEAD_LOG_GONE = "write_ahead_log_gone";
export const LOCK_LOST = "lock_lost";
export const HOME_REPLACED = "home_replaced";
export const HOME_DELETED = "home_deleted";

/** Whether the home's directory was deleted, not only moved, so that it can't come back. */
export function databaseGone(path: string, lock: FileIdentity | null = null): SkeinError {
  if (lock && isDirectoryDeleted(lock)) return homeDeleted(dirname(lock.path));
  if (identityOf(path)) return databaseReplaced(path);
  return identityOf(dirname(path)) ? databaseDeleted(path) : databaseMoved(path);
}

const homeDeleted = (home: string): SkeinError =>
  new SkeinError(HOME_DELETED, `${home} was deleted while this daemon ran; it writes nothing more and exits.`);

const databaseMoved = (path: string): SkeinError =>
  new SkeinError(
    DATABASE_GONE,
    `${path} was moved or deleted while it was open. Nothing more is acknowledged. Restore ${dirname(path)}, and everything continues automatically.`,
  );

const databaseDeleted = (path: string): SkeinError =>
  new SkeinError(
    DATABASE_GONE,
    `${path} was moved or deleted while it was open. Nothing more is acknowledged; what was acknowledged is in the newest backup (skein daemon backups). ` +
      "Put the file back, and everything continues automatically; to continue from the backup: skein daemon stop, then any command.",
  );

const databaseReplaced = (path: string): SkeinError =>
  new SkeinError(
    DATABASE_GONE,
    `${path} was replaced by another file while it was open. Nothing more is acknowledged, and the other file is left as it is; what was acknowledged is in the newest backup (skein daemon backups). ` +
      "Put the old file back, and everything continues automatically; to continue with the other one: skein daemon stop, then any command.",
  );

export const writeAheadLogGone = (path: string): SkeinError =>
  new SkeinError(
    WRITE_AHEAD_LOG_GONE,
    `the write-ahead log ${path} was deleted or replaced while it was open. Its content is still in memory and is saved to the database first; ` +
      "nothing that was acknowledged is lost, and everything continues automatically. Try again in a moment.",
  );

const lockLost = (path: string, { isReplaced }: { isReplaced: boolean }): SkeinError =>
  isReplaced
    ? new SkeinError(
        HOME_REPLACED,
        `${dirname(path)} was replaced by another while this daemon ran; it writes nothing more.`,
      )
    : new SkeinError(
        LOCK_LOST,
        `${path} was deleted or replaced: another daemon may own this home now, so this one writes nothing more.`,
      );
