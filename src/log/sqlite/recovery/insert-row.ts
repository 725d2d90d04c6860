// Inserts a row into any table, by its column names.
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Row } from "../database-file/tables.ts";
import { prepare, type Statement } from "../statement.ts";

const statements = new WeakMap<DatabaseSync, Map<string, Statement<never>>>();

/** An existing row with the same key stays. Returns whether the row was inserted. */
export function insertRow(db: DatabaseSync, table: string, row: Row): boolean {
  const columns = Object.keys(row);
  const known = statements.get(db) ?? new Map<string, Statement<never>>();
  statements.set(db, known);
  const shape = `${table} ${columns.join()}`;
  const statement =
    known.get(shape) ??
    prepare(
      db,
      `INSERT OR IGNORE INTO "${table}" (${columns.map((name) => `"${name}"`).join()}) VALUES (${columns.map(() => "?").join()})`,
    );
  known.set(shape, statement);
  const { changes } = statement.run(...(Object.values(row) as SQLInputValue[])) as { changes: number };
  return changes === 1;
}
