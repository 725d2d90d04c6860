// Blobs on the writer's connection: small ones in a change, long ones in parts, and the references to them.
import { createHash, type Hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { type NewBlob, SkeinError } from "../../core/index.ts";
import type { PreparedChange } from "../prepare-change.ts";
import { prepare } from "./statement.ts";

/** A part is one row: the unit that readers hold, and that other writers wait for at most. */
export const PART_BYTES = 256 * 1024;

export type Blobs = ReturnType<typeof openBlobs>;

interface OpenBlob {
  key: number;
  hash: Hash;
  bytes: number;
  parts: number;
}

export function openBlobs(db: DatabaseSync) {
  const select = prepare<{ key: number }>(db, "SELECT key FROM blobs WHERE hash = ?");
  const insert = prepare<{ key: number }>(db, "INSERT INTO blobs (hash, bytes) VALUES (?, ?) RETURNING key");
  const insertPart = prepare(db, "INSERT INTO blob_parts (blob, part, bytes) VALUES (?, ?, ?)");
  const name = prepare(db, "UPDATE blobs SET hash = ?, bytes = ? WHERE key = ?");
  const insertReference = prepare(db, "INSERT OR IGNORE INTO blob_refs (session, seq, hash) VALUES (?, ?, ?)");
  /** By the number that their writers gave them. After a crash an unfinished blob has no name, and is garbage. */
  const open = new Map<number, OpenBlob>();
  /** Recently finished: the events that refer to them may still be on their way. */
  let finished = new Set<string>();

  function create(hash: string | null, bytes: number): number {
    const row = insert.get(hash, bytes);
    if (!row) throw new Error("a blob was not inserted");
    return row.key;
  }

  function put({ hash, bytes }: NewBlob): void {
    if (select.get(hash)) return;
    const key = create(hash, bytes.length);
    for (let part = 0; part * PART_BYTES < bytes.length; part++)
      insertPart.run(key, part, bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
  }

  return {
    has: (hash: string): boolean => select.get(hash) !== undefined,
    write(sessionKey: number, { blobs, references }: PreparedChange): void {
      for (const blob of blobs) put(blob);
      for (const { seq, hash } of references) insertReference.run(sessionKey, seq, hash);
    },
    addPart(blob: number, { isFirst, bytes }: { isFirst: boolean; bytes: Uint8Array }): void {
      if (isFirst) open.set(blob, { key: create(null, 0), hash: createHash("sha256"), bytes: 0, parts: 0 });
      const one = find(blob);
      insertPart.run(one.key, one.parts, bytes);
      one.hash.update(bytes);
      one.bytes += bytes.length;
      one.parts++;
    },
    /** The same content is stored once: a second copy gets no name, and is garbage. */
    finish(blob: number): { hash: string; bytes: number } {
      const { key, hash: digest, bytes } = find(blob);
      open.delete(blob);
      const hash = digest.digest("hex");
      finished.add(hash);
      if (!select.get(hash)) name.run(hash, bytes, key);
      return { hash, bytes };
    },
    abandon: (blob: number): boolean => open.delete(blob),
    beingWritten: (): ReadonlySet<number> => new Set([...open.values()].map(({ key }) => key)),
    takeFinished(): ReadonlySet<string> {
      const taken = finished;
      finished = new Set();
      return taken;
    },
  };

  /** After a failure a new writer continues, which does not know unfinished blobs: they are written again from the beginning. */
  function find(blob: number): OpenBlob {
    const one = open.get(blob);
    if (!one) throw new SkeinError("blob_lost", "The log was reopened while a long text was written; write it again.");
    return one;
  }
}
