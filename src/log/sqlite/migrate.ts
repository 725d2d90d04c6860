// Brings a database to this version's schema: in one transaction, so that a crash leaves the old version or the new one.
import type { DatabaseSync } from "node:sqlite";
import { SkeinError } from "../../core/index.ts";
import { type Migration, migrations } from "./schema.ts";
import { prepare } from "./statement.ts";

export function migrate(db: DatabaseSync, steps: readonly Migration[] = migrations): void {
  if (versionOf(db) === steps.length) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    const version = versionOf(db);
    if (version > steps.length) throw newerDatabase(version, steps.length);
    for (const statement of steps.slice(version).flat()) db.exec(statement);
    db.exec(`PRAGMA user_version = ${steps.length}`);
    db.exec("COMMIT");
  } catch (fault) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw fault;
  }
}

const versionOf = (db: DatabaseSync): number =>
  prepare<{ user_version: number }>(db, "PRAGMA user_version").get()?.user_version ?? 0;

export function newerDatabase(found: number, known: number): SkeinError {
  const message =
    `A newer Skein wrote the session database (its version is ${found}, this one reads up to ${known}). ` +
    "It was not changed: install the newer Skein, or set another SKEIN_HOME.";
  return new SkeinError("newer_database", message);
}
