// A write-ahead log that was deleted or replaced while the database was open: only open connections still know its contents, and the last
// of them saves it before it closes. The file in its place is moved away: SQLite would use it as the database's own.
import { lstatSync, realpathSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { SkeinError } from "../../core/index.ts";
import { type FileIdentity, identityOf, isUnmoved, writeAheadLogOf } from "./guard.ts";
import { prepare } from "./statement.ts";

export type WriteAheadLog = ReturnType<typeof openWriteAheadLog>;

export function openWriteAheadLog(db: DatabaseSync, path: string) {
  const database = identityOf(path);
  const directory = identityOf(dirname(path));
  const writeAheadLog = writeAheadLogOf(path);
  const sharedMemory = identityOf(`${realpathSync(path)}-shm`);
  return {
    /** Whether the database, but not its directory, was deleted, moved or replaced: perhaps only open connections can still read it. */
    isDatabaseDisplaced: (): boolean =>
      database !== null && !isUnmoved(database) && directory !== null && isUnmoved(directory),
    /** Whether the write-ahead log was deleted or replaced. */
    isLost: (): boolean => database !== null && isUnmoved(database) && !isUnmoved(writeAheadLog),
    /** Saves its contents into the database. Throws unless all of them were saved; never waits. */
    save(): void {
      db.exec("PRAGMA busy_timeout = 0");
      const done = prepare<{ busy: number }>(db, "PRAGMA wal_checkpoint(TRUNCATE)").get();
      if (done?.busy !== 0) throw new SkeinError("storage_failed", heldOpen(path));
    },
    /** Saves the database with all its contents into another file. */
    copyInto(target: string): void {
      prepare(db, "VACUUM INTO ?").run(target);
    },
    /** Moves the file in its place into a new directory. */
    setOthersAside(makeDirectory: () => string): void {
      const others = [writeAheadLog, sharedMemory].filter((file) => file !== null).filter(isForeign);
      if (others.length === 0) return;
      const directory = makeDirectory();
      for (const { path: place } of others) renameSync(place, join(directory, basename(place)));
    },
  };
}

/** An empty file does not count: SQLite starts over in it. */
function isForeign(file: FileIdentity): boolean {
  if (isUnmoved(file)) return false;
  const found = lstatSync(file.path, { throwIfNoEntry: false });
  return found !== undefined && !(found.isFile() && found.size === 0);
}

const heldOpen = (path: string): string =>
  `the write-ahead log of ${path} was deleted or replaced, and another program that reads the database prevents saving it. Nothing more is acknowledged. ` +
  "Close the other program, and everything continues automatically.";
