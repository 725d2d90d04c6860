// One daemon per home: an exclusive transaction held open in a separate database. The system ends it with the process, however that dies.
import { DatabaseSync } from "node:sqlite";
import { restrictToOwner } from "./database.ts";
import { isBusy, storageFailed } from "./storage-failed.ts";

export interface Lock {
  release(): void;
}

/** Without a timeout, two that start at once can each see the other's first step and both give up. */
const BUSY_TIMEOUT_MS = 250;

/** The lock, or null when another process holds it. */
export function acquireDaemonLock({ path }: { path: string }): Lock | null {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path);
    restrictToOwner(path);
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    db.exec("BEGIN EXCLUSIVE");
  } catch (fault) {
    if (db?.isOpen) db.close();
    if (isBusy(fault)) return null;
    throw storageFailed({ action: "open", path, cause: fault });
  }
  const held = db;
  return {
    release: () => {
      if (held.isOpen) held.close();
    },
  };
}
