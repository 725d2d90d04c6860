// Assigns free commit numbers to events that lost theirs, between the numbers of their neighbours in the session.
// Each free number, in order, goes to the event with the lowest upper bound: so all of them get one (earliest deadline first).
import type { DatabaseSync } from "node:sqlite";
import type { EventText } from "../../event-line.ts";
import { prepare } from "../statement.ts";

interface Unnumbered {
  session: number;
  text: EventText;
  chain: Uint8Array;
  after: number;
  /** The number of the next event; null at the end of a session. */
  before: number | null;
}

interface Waiting extends EventText {
  id: number;
  session: number;
  chain: Uint8Array;
}

export function openCommitNumbers(db: DatabaseSync) {
  db.exec(`
    CREATE TEMP TABLE unnumbered (id INTEGER PRIMARY KEY, session, seq, at, type, "by", data, chain, after, before);
    CREATE INDEX temp.unnumbered_by_need ON unnumbered (before, session, seq);
    CREATE INDEX temp.unnumbered_by_start ON unnumbered (after);
  `);
  const add = prepare(
    db,
    `INSERT INTO unnumbered (session, seq, at, type, "by", data, chain, after, before) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const mostUrgent = prepare<Waiting>(
    db,
    `SELECT id, session, seq, at, type, "by", data, chain FROM unnumbered WHERE after < ? ORDER BY before, session, seq LIMIT 1`,
  );
  const earliest = prepare<{ commit: number | null }>(db, `SELECT min(after) + 1 AS "commit" FROM unnumbered`);
  const remove = prepare(db, "DELETE FROM unnumbered WHERE id = ?");
  const insert = prepare(
    db,
    `INSERT INTO events ("commit", session, seq, at, type, "by", data, chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const holes = prepare<{ first: number; last: number }>(
    db,
    `SELECT previous + 1 AS first, "commit" - 1 AS last
     FROM (SELECT "commit", lag("commit", 1, 0) OVER (ORDER BY "commit") AS previous FROM events)
     WHERE "commit" - previous > 1`,
  );
  const newest = prepare<{ commit: number }>(db, `SELECT coalesce(max("commit"), 0) AS "commit" FROM events`);

  return {
    later({ session, text, chain, after, before }: Unnumbered): void {
      const { seq, at, type, by, data } = text;
      add.run(session, seq, at, type, by, data, chain, after, before ?? Number.MAX_SAFE_INTEGER);
    },
    assign(): void {
      const last = newest.get()?.commit ?? 0;
      for (const hole of [...holes.all(), { first: last + 1, last: Number.MAX_SAFE_INTEGER }]) {
        for (let commit = hole.first; commit <= hole.last; commit++) {
          commit = Math.max(commit, earliest.get()?.commit ?? Number.POSITIVE_INFINITY);
          const one = commit <= hole.last ? mostUrgent.get(commit) : undefined;
          if (!one) break;
          insert.run(commit, one.session, one.seq, one.at, one.type, one.by, one.data, one.chain);
          remove.run(one.id);
        }
      }
      db.exec("DROP TABLE temp.unnumbered");
    },
  };
}
