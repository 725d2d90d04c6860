// Whether damage that SQLite spoke of is there. It says the same of a disk that does not answer, so that is asked first, and once more afterwards:
// only what it finds in files that can be read from end to end counts.
import { closeSync, readSync, realpathSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { openFile } from "../database-file/pages.ts";
import { prepare } from "../statement.ts";
import { isDamage } from "../storage-failed.ts";

const CHUNK_BYTES = 1024 * 1024;

/** Throws what the system says where the disk does not give the files. Only while no connection of this process has them open. */
export function findsDamage(path: string): boolean {
  readThrough(path);
  const isFound = sqliteFinds(path);
  if (isFound) readThrough(path);
  return isFound;
}

/** Indexes, too: a writer meets damage in them that no reader does. Only reading, so that the write-ahead log stays as it is. */
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
