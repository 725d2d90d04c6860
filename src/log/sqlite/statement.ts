// A prepared statement with typed rows. The only place that asserts a row's type: the tables are STRICT, so the schema guarantees it.
import type { DatabaseSync, SQLInputValue } from "node:sqlite";

export interface Statement<Row> {
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
  /** Rows one by one; leaving the loop early ends the read. */
  iterate(...values: SQLInputValue[]): Iterable<Row>;
  run(...values: SQLInputValue[]): unknown;
}

export const prepare = <Row = never>(db: DatabaseSync, sql: string): Statement<Row> =>
  db.prepare(sql) as unknown as Statement<Row>;

/** Rows as arrays of columns: a sixth faster over thousands of rows. */
export function prepareArrays<Row extends readonly unknown[]>(db: DatabaseSync, sql: string): Statement<Row> {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement as unknown as Statement<Row>;
}

/** A bound limit. SQLite plans by the value of a plain `LIMIT ?`, so it would prepare the statement anew at every call: three times the cost of a small read. */
export const LIMIT = "LIMIT ? + 0";
