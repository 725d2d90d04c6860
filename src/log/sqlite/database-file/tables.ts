// The tables of each schema version, as its migrations declare them. Recovery reads all tables by these descriptions, without code for each.
import { DatabaseSync } from "node:sqlite";
import { migrate } from "../migrate.ts";
import { migrations } from "../schema.ts";
import { prepare } from "../statement.ts";
import type { RawRow, Value } from "./records.ts";

interface Column {
  name: string;
  type: string;
  isNullable: boolean;
  /** The column is the rowid: its value is not stored in the record. */
  isRowid: boolean;
  /** The default for rows that are older than the column: their records end before it. */
  added: Value;
}

export interface Table {
  name: string;
  columns: Column[];
}

export type Row = Record<string, Value>;

export const currentVersion = migrations.length;

/** Creates an empty database of this version. */
export function createDatabase(path: string, version: number): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA auto_vacuum = INCREMENTAL");
  migrate(db, migrations.slice(0, version));
  return db;
}

/** The statements that create the tables and indexes of this version, as SQLite stores them. Automatic indexes have none. */
export function schemaOfVersion(version: number): { name: string; sql: string }[] {
  const db = createDatabase(":memory:", version);
  try {
    return prepare<{ name: string; sql: string }>(
      db,
      "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL",
    ).all();
  } finally {
    db.close();
  }
}

export function tablesOf(version: number): Table[] {
  const db = createDatabase(":memory:", version);
  try {
    const names = prepare<{ name: string }>(
      db,
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    );
    return names.all().map(({ name }) => ({ name, columns: columnsOf(db, name) }));
  } finally {
    db.close();
  }
}

function columnsOf(db: DatabaseSync, table: string): Column[] {
  const rows = prepare<{ name: string; type: string; notnull: number; added: string | null; pk: number }>(
    db,
    `SELECT name, type, "notnull", dflt_value AS added, pk FROM pragma_table_info('${table}')`,
  ).all();
  const isSingleKey = rows.filter(({ pk }) => pk > 0).length === 1;
  return rows.map(({ name, type, notnull, added, pk }) => {
    const isRowid = isSingleKey && pk === 1 && type === "INTEGER";
    const isNullable = notnull === 0 && !isRowid;
    return { name, type, isNullable, isRowid, added: added === null ? null : Number(added) };
  });
}

/** Whether this version has the column. */
export const hasColumn = (version: number, table: string, column: string): boolean =>
  tablesOf(version).some(({ name, columns }) => name === table && columns.some((one) => one.name === column));

/** The record as a row of this table; null if it can't be one. */
export function rowOf({ columns }: Table, { rowid, values }: RawRow): Row | null {
  if (values.length > columns.length) return null;
  const isShort = columns.slice(values.length).some(({ added }) => added === null);
  if (isShort) return null;
  const row: Row = {};
  for (const [index, column] of columns.entries()) {
    const value = index < values.length ? (values[index] ?? null) : column.added;
    if (column.isRowid ? value !== null : !fits(column, value)) return null;
    row[column.name] = column.isRowid ? rowid : value;
  }
  return row;
}

function fits({ type, isNullable }: Column, value: Value): boolean {
  if (value === null) return isNullable;
  if (type === "INTEGER") return typeof value === "number" || typeof value === "bigint";
  if (type === "TEXT") return typeof value === "string";
  return value instanceof Uint8Array;
}
