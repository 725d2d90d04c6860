// The connection that reads, on the thread of those who ask: what it sees is committed, and so on disk.
import type { DatabaseSync } from "node:sqlite";
import { SkeinError } from "../../core/index.ts";
import { openBlobReader } from "./blob-reader.ts";
import { openDatabase } from "./database.ts";
import { identityOf, isInPlace, writeAheadLogOf } from "./guard.ts";
import { openReader } from "./read.ts";
import { openReceipts } from "./receipts.ts";
import { openRuns } from "./runs.ts";
import { prepare } from "./statement.ts";
import { openSummaries } from "./summaries.ts";
import { openVerifier } from "./verify.ts";
import { openWorkspaces } from "./workspaces.ts";

export type Connection = ReturnType<typeof openConnection>;

/** Leaves nothing open when the database can't be read: whoever repairs it must be alone with it. */
export function openConnection(path: string, lastCommit: () => number) {
  const db = openDatabase(path);
  try {
    return { ...connect(db, lastCommit), ...openWriteAheadLog(db, path) };
  } catch (fault) {
    db.close();
    throw fault;
  }
}

function openWriteAheadLog(db: DatabaseSync, path: string) {
  const database = identityOf(path);
  const writeAheadLog = writeAheadLogOf(path);
  return {
    /** Whether it was taken away from the database: then only those who have it open still know what it holds. */
    hasLostWriteAheadLog: (): boolean => database !== null && isInPlace(database) && !isInPlace(writeAheadLog),
    /** Saves what it holds into the database. Throws unless that is everything; never waits. */
    saveWriteAheadLog(): void {
      db.exec("PRAGMA busy_timeout = 0");
      const done = prepare<{ busy: number }>(db, "PRAGMA wal_checkpoint(TRUNCATE)").get();
      if (done?.busy !== 0) throw new SkeinError("storage_failed", heldOpen(path));
    },
  };
}

const heldOpen = (path: string): string =>
  `the write-ahead log of ${path} was deleted or replaced, and another program that reads the database keeps it from being saved. Nothing more is acknowledged. ` +
  "Close the other program, and everything continues by itself.";

function connect(db: DatabaseSync, lastCommit: () => number) {
  return {
    epoch: prepare<{ epoch: string }>(db, "SELECT epoch FROM meta").get()?.epoch ?? "",
    events: openReader(db, lastCommit),
    blobs: openBlobReader(db),
    summaries: openSummaries(db),
    receipts: openReceipts(db),
    runs: openRuns(db),
    workspaces: openWorkspaces(db),
    ...openVerifier(db),
    newestCommit: () => prepare<{ commit: number }>(db, `SELECT last_commit AS "commit" FROM meta`).get()?.commit ?? 0,
    close: () => {
      if (db.isOpen) db.close();
    },
  };
}
