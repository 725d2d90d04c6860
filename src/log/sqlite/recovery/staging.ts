// Holds everything that was found until the new database is built. It is a temporary database, so that a long log need not fit into memory.
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { deserialize, serialize } from "node:v8";
import type { EventText } from "../../event-line.ts";
import type { Row } from "../database-file/tables.ts";
import type { FoundRow } from "../database-file/walk.ts";
import { prepare, prepareArrays, type Statement } from "../statement.ts";

/** An event as found, with its stored chain value. */
export interface Candidate extends EventText {
  /** 0 is the damaged database, 1 the newest backup, and so on: lower numbers are preferred. */
  source: number;
  session: number;
  commit: number;
  chain: Uint8Array;
}

export interface Staging {
  /** Adds all rows of one file. Events from stray pages are added only up to `strayLimit`: later ones were never acknowledged. */
  take(rows: Iterable<FoundRow>, from: { source: number; strayLimit: number }): void;
  /** The candidates of one session, by seq and source. */
  candidates(session: number): Iterable<Candidate>;
  candidatesAt(session: number, seq: number): Candidate[];
  /** The candidates of all sessions at this seq. */
  everywhereAt(seq: number): Candidate[];
  /** The rows of any other table, best first. */
  rows(table: string): Iterable<StagedRow>;
  sessions(): number[];
  /** How many events of a session were found, and their lowest and highest seq. */
  extent(session: number): SeqExtent;
  /** How many places (session and seq) have a candidate. */
  readonly count: number;
  /** The parts of a blob from this source, in order. */
  blobParts(source: number, blob: number): Iterable<Uint8Array>;
  close(): void;
}

export interface SeqExtent {
  count: number;
  first: number;
  last: number;
}

export interface StagedRow {
  source: number;
  isCurrent: boolean;
  row: Row;
}

type CandidateColumns = readonly [
  source: number,
  session: number,
  seq: number,
  commit: number,
  at: string,
  type: string,
  by: string,
  data: string,
  chain: Uint8Array,
];

const CHAIN_BYTES = 32;
const COLUMNS = `source, session, seq, "commit", at, type, "by", data, chain`;

export function openStaging(path: string): Staging {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536");
  db.exec(`
    CREATE TABLE candidates (source, session, seq, "commit", at, type, "by", data, chain);
    CREATE UNIQUE INDEX by_place ON candidates (session, seq, source, chain);
    CREATE TABLE blob_parts (source, blob, part, bytes);
    CREATE UNIQUE INDEX parts_by_place ON blob_parts (source, blob, part);
    CREATE TABLE others (source, is_current, name, row);
    CREATE INDEX others_by_name ON others (name, is_current DESC, source);
  `);
  const addEvent = prepare(db, `INSERT OR IGNORE INTO candidates (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const addPart = prepare(db, "INSERT OR IGNORE INTO blob_parts (source, blob, part, bytes) VALUES (?, ?, ?, ?)");
  const addOther = prepare(db, "INSERT INTO others (source, is_current, name, row) VALUES (?, ?, ?, ?)");
  const select = prepareArrays<CandidateColumns>(
    db,
    `SELECT ${COLUMNS} FROM candidates WHERE session = ? ORDER BY seq, source, rowid`,
  );
  const selectAt: Statement<Candidate> = prepare(
    db,
    `SELECT ${COLUMNS} FROM candidates WHERE session = ? AND seq = ? ORDER BY source, rowid`,
  );
  const selectEverywhere: Statement<Candidate> = prepare(
    db,
    `SELECT ${COLUMNS} FROM candidates WHERE seq = ? ORDER BY source, session`,
  );
  const selectOthers = prepare<{ source: number; isCurrent: number; row: Uint8Array }>(
    db,
    "SELECT source, is_current AS isCurrent, row FROM others WHERE name = ? ORDER BY is_current DESC, source, rowid",
  );
  const selectParts = prepare<{ bytes: Uint8Array }>(
    db,
    "SELECT bytes FROM blob_parts WHERE source = ? AND blob = ? ORDER BY part",
  );
  const selectExtent = prepare<SeqExtent>(
    db,
    `SELECT count(DISTINCT seq) AS count, coalesce(min(seq), 0) AS first, coalesce(max(seq), 0) AS last
     FROM candidates WHERE session = ?`,
  );
  const countPlaces = prepare<{ n: number }>(
    db,
    "SELECT count(*) AS n FROM (SELECT DISTINCT session, seq FROM candidates)",
  );
  const selectSessions = prepare<{ session: number }>(db, "SELECT DISTINCT session FROM candidates ORDER BY session");

  return {
    take(rows, { source, strayLimit }) {
      db.exec("BEGIN");
      for (const { table, row, isCurrent } of rows) {
        if (table === "blob_parts") addPart.run(source, ...(Object.values(row) as SQLInputValue[]));
        else if (table !== "events") addOther.run(source, isCurrent ? 1 : 0, table, serialize(row));
        else if (isEvent(row) && (isCurrent || row.commit <= strayLimit)) {
          const { session, seq, commit, at, type, by, data, chain } = row;
          addEvent.run(source, session, seq, commit, at, type, by, data, chain);
        }
      }
      db.exec("COMMIT");
    },
    *candidates(key) {
      for (const [source, session, seq, commit, at, type, by, data, chain] of select.iterate(key))
        yield { source, session, seq, commit, at, type, by, data, chain };
    },
    candidatesAt: (session, seq) => selectAt.all(session, seq),
    everywhereAt(seq) {
      // Rarely needed, and then often.
      db.exec("CREATE INDEX IF NOT EXISTS by_seq ON candidates (seq)");
      return selectEverywhere.all(seq);
    },
    *rows(table) {
      for (const { source, isCurrent, row } of selectOthers.iterate(table))
        yield { source, isCurrent: isCurrent === 1, row: deserialize(row) };
    },
    *blobParts(source, blob) {
      for (const { bytes } of selectParts.iterate(source, blob)) yield bytes;
    },
    extent: (session) => selectExtent.get(session) ?? { count: 0, first: 0, last: 0 },
    get count() {
      return countPlaces.get()?.n ?? 0;
    },
    sessions: () => selectSessions.all().map(({ session }) => session),
    close: () => db.close(),
  };
}

/** Whether a daemon could have written this row: pieces of damaged pages can look like rows. */
function isEvent(row: Row): row is Row & Omit<Candidate, "source"> {
  const { session, seq, commit, chain } = row;
  return (
    [session, seq, commit].every((number) => typeof number === "number" && number >= 1) &&
    chain instanceof Uint8Array &&
    chain.length === CHAIN_BYTES
  );
}
