// The reading connection, on the caller's thread: it sees only committed data, which is on disk.
import { DatabaseSync } from "node:sqlite";
import { openBlobReader } from "./blob-reader.ts";
import { openDatabase } from "./database.ts";
import { openWriteAheadLog } from "./lost-write-ahead-log.ts";
import { openReader } from "./read.ts";
import { openReceipts } from "./receipts.ts";
import { openRuns } from "./runs.ts";
import { prepare } from "./statement.ts";
import { openSummaries } from "./summaries.ts";
import { openVerifier } from "./verify.ts";
import { openWorkspaces } from "./workspaces.ts";

export type Connection = ReturnType<typeof openConnection>;

/** Leaves nothing open if the database can't be read: a repair needs exclusive access. */
export function openConnection(path: string, lastCommit: () => number, { isThere = false } = {}) {
  const db = openDatabase(path, { isThere });
  try {
    return {
      ...connect(db, lastCommit),
      writeAheadLog: openWriteAheadLog(db, path),
      leave: () => closeUnwritten(db, path),
    };
  } catch (fault) {
    db.close();
    throw fault;
  }
}

/**
 * Closes without a checkpoint. The last connection that closes a database writes back the part of the write-ahead log that it knows and deletes the log;
 * a read-only connection can't do that, so one is kept until the end here.
 */
function closeUnwritten(db: DatabaseSync, path: string): void {
  const last = new DatabaseSync(path, { readOnly: true });
  try {
    prepare(last, "SELECT 1 FROM meta").get();
    db.close();
  } finally {
    last.close();
  }
}

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
