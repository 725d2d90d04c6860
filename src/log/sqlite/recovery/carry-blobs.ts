// Copies long texts into the new database. A blob is copied if one of the files has all of its parts: its name is the hash of its content.
// References are derived from the events again, so that no blob that is still needed is removed as garbage.
import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { neededBlobs } from "../../../core/index.ts";
import { tablesOf } from "../database-file/tables.ts";
import { prepare } from "../statement.ts";
import type { Material } from "./rebuild.ts";
import type { Staging } from "./staging.ts";

/** Returns how many referenced blobs were found nowhere in full. */
export function carryBlobs(db: DatabaseSync, { staging, version }: Pick<Material, "staging" | "version">): number {
  if (!tablesOf(version).some(({ name }) => name === "blobs")) return 0;
  const select = prepare<{ key: number }>(db, "SELECT key FROM blobs WHERE hash = ?");
  const insert = prepare<{ key: number }>(db, "INSERT INTO blobs (hash, bytes) VALUES (?, ?) RETURNING key");
  const insertPart = prepare(db, "INSERT INTO blob_parts (blob, part, bytes) VALUES (?, ?, ?)");
  for (const { source, row } of staging.rows("blobs")) {
    const { key, hash, bytes } = row;
    if (typeof hash !== "string" || typeof key !== "number" || typeof bytes !== "number" || select.get(hash)) continue;
    if (!isWhole(staging, { source, key, hash })) continue;
    const inserted = insert.get(hash, bytes);
    let part = 0;
    for (const content of staging.blobParts(source, key)) insertPart.run(inserted?.key ?? 0, part++, content);
  }
  refer(db);
  const lost = prepare<{ n: number }>(
    db,
    "SELECT count(DISTINCT hash) AS n FROM blob_refs WHERE hash NOT IN (SELECT hash FROM blobs WHERE hash IS NOT NULL)",
  );
  return lost.get()?.n ?? 0;
}

/** Whether a referenced blob was not found in full yet. */
export function lacksBlobs(staging: Staging): boolean {
  const whole = new Set<string>();
  for (const { source, row } of staging.rows("blobs")) {
    const { key, hash } = row;
    if (typeof hash !== "string" || typeof key !== "number" || whole.has(hash)) continue;
    if (isWhole(staging, { source, key, hash })) whole.add(hash);
  }
  for (const { row } of staging.rows("blob_refs")) if (!whole.has(String(row.hash))) return true;
  return false;
}

function isWhole(staging: Staging, { source, key, hash }: { source: number; key: number; hash: string }): boolean {
  const digest = createHash("sha256");
  for (const part of staging.blobParts(source, key)) digest.update(part);
  return digest.digest("hex") === hash;
}

function refer(db: DatabaseSync): void {
  const referring = prepare<{ session: number; seq: number; type: string; data: string }>(
    db,
    `SELECT session, seq, type, data FROM events WHERE data LIKE '%"blobs":[%' OR data LIKE '%"files":[%'`,
  );
  const insert = prepare(db, "INSERT OR IGNORE INTO blob_refs (session, seq, hash) VALUES (?, ?, ?)");
  for (const { session, seq, type, data } of referring.iterate())
    for (const hash of neededBlobs({ type, data: JSON.parse(data) })) insert.run(session, seq, hash);
}
