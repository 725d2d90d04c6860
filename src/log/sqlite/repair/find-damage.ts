// Checks whether damage that SQLite reported is real. SQLite reports the same when the disk does not answer; so its finding counts only if
// the files can be read from end to end before and after.
import { closeSync, readSync, realpathSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { openFile } from "../database-file/pages.ts";
import { prepare } from "../statement.ts";
import { isDamage } from "../storage-failed.ts";

const CHUNK_BYTES = 1024 * 1024;

/** Throws the system's error if the files can't be read. Only while no connection of this process has them open. */
export function findsDamage(path: string): boolean {
  readThrough(path);
  const isFound = sqliteFinds(path);
  if (isFound) readThrough(path);
  return isFound;
}

/** Includes indexes: only writers find damage there. Opened for reading only, so that the write-ahead log does not change. */
function sqliteFinds(path: string): boolean {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true });
    const [found] = prepare<{ integrity_check: string }>(db, "PRAGMA integrity_check(1)").all();
    return found?.integrity_check !== "ok";
  } catch (fault) {
    if (isDamage(fault)) return true;
    throw fault;
  } finally {
    db?.close();
  }
}

function readThrough(path: string): void {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (const name of [path, `${realpathSync(path)}-wal`]) {
    const file = openFile(name);
    if (file === null) continue;
    try {
      for (let at = 0, read = -1; read !== 0; at += read) read = readSync(file, chunk, 0, CHUNK_BYTES, at);
    } finally {
      closeSync(file);
    }
  }
}
