// Verifies a whole database file: SQLite's own check, the hash chain of every session, and the number of events.
import { DatabaseSync } from "node:sqlite";
import { prepare } from "../statement.ts";
import { damaged, damagedBySqlite } from "../storage-failed.ts";
import { openVerifier } from "../verify.ts";

export interface Verified {
  version: number;
  epoch: string;
  lastCommit: number;
  sessions: number;
  events: number;
}

/** Throws if the database is damaged. */
export function verifyDatabase(path: string): Verified {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return verifyOpen(db);
  } finally {
    db.close();
  }
}

/** Reads everything in one transaction, so that a concurrent writer does not matter. */
function verifyOpen(db: DatabaseSync): Verified {
  db.exec("BEGIN");
  try {
    const [trouble] = prepare<{ quick_check: string }>(db, "PRAGMA quick_check(1)").all();
    if (trouble?.quick_check !== "ok") throw damagedBySqlite(trouble?.quick_check ?? "nothing");
    const meta = prepare<{ epoch: string; lastCommit: number }>(
      db,
      "SELECT epoch, last_commit AS lastCommit FROM meta",
    ).get();
    if (!meta) throw damaged("its epoch is missing");
    const { verifyOwn } = openVerifier(db);
    let sessions = 0;
    for (const { id } of prepare<{ id: string }>(db, "SELECT id FROM sessions").iterate()) {
      const broken = verifyOwn(id);
      if (broken !== null) throw damaged(`the chain of session ${id} breaks at event ${broken}`);
      sessions++;
    }
    const counts = prepare<{ events: number; expected: number; newest: number }>(
      db,
      `SELECT count(*) AS events, coalesce(max("commit"), 0) AS newest,
        (SELECT coalesce(sum(head - first_seq + 1), 0) FROM sessions) AS expected FROM events`,
    ).get();
    const { events = 0, expected = 0, newest = 0 } = counts ?? {};
    if (events !== expected) throw damaged(`it has ${events} events, but its sessions have ${expected}`);
    if (newest > meta.lastCommit)
      throw damaged(`its newest commit is ${newest}, but it names ${meta.lastCommit} as the last`);
    const version = prepare<{ user_version: number }>(db, "PRAGMA user_version").get()?.user_version ?? 0;
    return { version, epoch: meta.epoch, lastCommit: meta.lastCommit, sessions, events };
  } finally {
    db.exec("ROLLBACK");
  }
}
