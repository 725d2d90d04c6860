// Removes unreferenced blobs: only those that were garbage in the previous pass too, and a few parts at a time, so that other
// writers wait no longer than for a commit of their own.
import type { DatabaseSync } from "node:sqlite";
import type { Blobs } from "./blobs.ts";
import { prepare } from "./statement.ts";

/** About four megabytes. */
const PARTS_AT_ONCE = 16;

export function openGarbage(db: DatabaseSync, blobs: Blobs) {
  const selectGarbage = prepare<{ key: number; hash: string | null }>(
    db,
    `SELECT key, hash FROM blobs
     WHERE hash IS NULL
        OR (NOT EXISTS (SELECT 1 FROM blob_refs WHERE blob_refs.hash = blobs.hash)
            AND NOT EXISTS (SELECT 1 FROM runs WHERE instr(runs.protocol, blobs.hash)))`,
  );
  const unname = prepare(db, "UPDATE blobs SET hash = NULL WHERE key = ?");
  const deleteParts = prepare<{ part: number }>(
    db,
    `DELETE FROM blob_parts WHERE blob = ? AND part IN
       (SELECT part FROM blob_parts WHERE blob = ? LIMIT ${PARTS_AT_ONCE}) RETURNING part`,
  );
  const deleteBlob = prepare(db, "DELETE FROM blobs WHERE key = ?");
  let candidates = new Set<number>();
  let doomed: number[] = [];

  return {
    /**
     * Looks for garbage, and takes its name from what was garbage in the pass before, too: nothing can refer to it any more.
     * `reading` are those that someone reads now. How many are to go.
     */
    mark(reading: readonly string[]): number {
      const written = blobs.beingWritten();
      const awaited = new Set([...blobs.takeFinished(), ...reading]);
      const garbage = selectGarbage
        .all()
        .filter(({ key, hash }) => !written.has(key) && (hash === null || !awaited.has(hash)));
      const found = garbage.filter(({ key }) => candidates.has(key)).map(({ key }) => key);
      for (const key of found) unname.run(key);
      doomed = [...new Set([...doomed, ...found])];
      candidates = new Set(garbage.map(({ key }) => key).filter((key) => !doomed.includes(key)));
      return found.length;
    },
    /** Removes some of the garbage; returns whether there is more. */
    sweep(): boolean {
      const [key] = doomed;
      if (key === undefined) return false;
      if (deleteParts.all(key, key).length === 0) {
        deleteBlob.run(key);
        doomed = doomed.slice(1);
      }
      return doomed.length > 0;
    },
  };
}
