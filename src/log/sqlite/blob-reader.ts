// Reads blobs back, one part at a time, whatever their length.
import type { DatabaseSync } from "node:sqlite";
import { prepare } from "./statement.ts";

export function openBlobReader(db: DatabaseSync) {
  const select = prepare<{ bytes: number }>(db, "SELECT bytes FROM blobs WHERE hash = ?");
  // Looked up by name each time: keys may change when a database is rebuilt.
  const selectPart = prepare<{ bytes: Uint8Array }>(
    db,
    `SELECT blob_parts.bytes FROM blob_parts JOIN blobs ON blobs.key = blob_parts.blob
     WHERE blobs.hash = ? AND part = ?`,
  );
  return {
    length: (hash: string): number | null => select.get(hash)?.bytes ?? null,
    part: (hash: string, part: number): Uint8Array | null => selectPart.get(hash, part)?.bytes ?? null,
  };
}
