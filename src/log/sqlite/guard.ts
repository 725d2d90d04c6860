// Whether the files that this process opened are still the ones in their places. SQLite writes happily into a file that was deleted,
// and what is acknowledged there is gone.
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { SkeinError } from "../../core/index.ts";

/** A file as it was when it was opened. */
export interface FileIdentity {
  path: string;
  inode: bigint;
  device: bigint;
}

export function identityOf(path: string): FileIdentity | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? { path, inode: found.ino, device: found.dev } : null;
}

const isInPlace = (file: FileIdentity): boolean => {
  const found = identityOf(file.path);
  return found !== null && found.inode === file.inode && found.device === file.device;
};

export interface GuardedFiles {
  database: FileIdentity;
  /** The daemon's lock, where there is one. */
  lock: FileIdentity | null;
}

/** Throws unless everything is where it was. */
export function checkPlaces({ database, lock }: GuardedFiles): void {
  const isDatabaseThere = isInPlace(database);
  if (isDatabaseThere && (!lock || isInPlace(lock))) return;
  if (lock && identityOf(lock.path) && !isInPlace(lock)) throw lockLost(lock.path, { isReplaced: !isDatabaseThere });
  if (!isDatabaseThere) throw databaseGone(database.path);
  throw lockLost(lock?.path ?? "", { isReplaced: false });
}

const DATABASE_GONE = "database_gone";
export const LOCK_LOST = "lock_lost";
export const HOME_REPLACED = "home_replaced";

export const databaseGone = (path: string): SkeinError =>
  new SkeinError(
    DATABASE_GONE,
    `${path} was moved or deleted while it was open. Nothing more is acknowledged. Bring ${dirname(path)} back as it was, and everything continues by itself.`,
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
