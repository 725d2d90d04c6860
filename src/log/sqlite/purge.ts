// Removes sessions for good, from their ends: after each slice the rest is complete, with its head and chain at its new end. So a crash, or
// a backup in between, finds a shorter but valid log. Events that forks need stay.
import type { DatabaseSync } from "node:sqlite";
import { shelfNumbers } from "../shelf.ts";
import { prepare } from "./statement.ts";

/** Of a slice: a few milliseconds, and a megabyte or two. */
const EVENTS_AT_ONCE = 500;
export const SESSIONS_AT_ONCE = 100;
const RECEIPTS_LOOKED_AT = 5000;

interface PurgedRow {
  key: number;
  firstSeq: number;
  firstChain: Uint8Array;
  head: number;
  /** The last of its events that a fork needs; null if none does. */
  neededTo: number | null;
}

export interface PurgeStep {
  events: number;
  sessions: number;
  isMore: boolean;
  /** How many stay because of forks; only set when there is no more to do. */
  kept: number;
}

export function openPurge(db: DatabaseSync) {
  const isMarkable = `shelf = ${shelfNumbers.trash} AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.session = sessions.key)`;
  const isArriving = `shelf = ${shelfNumbers.arriving}`;
  const mark = prepare<{ key: number }>(
    db,
    `UPDATE sessions SET shelf = ${shelfNumbers.purged}, name = NULL, name_key = NULL, native_key = NULL, busy = 0,
       summary = json_object('id', id)
     WHERE id = ? AND (${isArriving} OR ${isMarkable}) RETURNING key`,
  );
  const deleteSnapshot = prepare(db, "DELETE FROM snapshots WHERE session = ?");
  const unselect = prepare(db, "UPDATE workspaces SET active_session = NULL WHERE active_session = ?");
  const selectPurged = prepare<PurgedRow>(
    db,
    `SELECT key, first_seq AS firstSeq, first_chain AS firstChain, head,
       (SELECT max(base_seq) FROM sessions AS forks WHERE forks.base_session = sessions.key) AS neededTo
     FROM sessions WHERE shelf = ${shelfNumbers.purged} AND key > ? ORDER BY key LIMIT ${SESSIONS_AT_ONCE}`,
  );
  const chainAt = prepare<{ chain: Uint8Array }>(db, "SELECT chain FROM events WHERE session = ? AND seq = ?");
  const deleteEvents = prepare(db, "DELETE FROM events WHERE session = ? AND seq > ?");
  const deleteReferences = prepare(db, "DELETE FROM blob_refs WHERE session = ? AND seq > ?");
  const shorten = prepare(db, "UPDATE sessions SET head = ?, chain = ? WHERE key = ?");
  const count = prepare(db, "UPDATE meta SET purged = purged + ?");
  const lastReceipt = prepare<{ place: number | null }>(
    db,
    `SELECT max(place) AS place FROM (SELECT rowid AS place FROM receipts WHERE rowid > ? ORDER BY rowid LIMIT ${RECEIPTS_LOOKED_AT})`,
  );
  const deleteReceipts = prepare(
    db,
    `DELETE FROM receipts WHERE rowid > ? AND rowid <= ?
       AND session IN (SELECT id FROM sessions WHERE shelf = ${shelfNumbers.purged})`,
  );
  const isNeeded = "EXISTS (SELECT 1 FROM sessions AS forks WHERE forks.base_session = sessions.key)";
  const deleteSessions = prepare<{ key: number }>(
    db,
    `DELETE FROM sessions WHERE key IN
       (SELECT key FROM sessions WHERE shelf = ${shelfNumbers.purged} AND head < first_seq AND NOT ${isNeeded} LIMIT ${SESSIONS_AT_ONCE}) RETURNING key`,
  );
  const countKept = prepare<{ n: number }>(
    db,
    `SELECT count(*) AS n FROM sessions WHERE shelf = ${shelfNumbers.purged}`,
  );
  /** Sessions up to this key are as short as they can be; null = all are. */
  let shortUpTo: number | null = 0;
  /** How far receipts were scanned; null = there are none to scan for. After a crash there may be. */
  let receiptPlace: number | null = 0;

  /** Removes up to this many events from the session's end; returns how many, and whether there are more. */
  function cut({ key, firstSeq, firstChain, head, neededTo }: PurgedRow, most: number) {
    const end = neededTo ?? firstSeq - 1;
    const to = Math.max(end, head - most);
    if (to >= head) return { events: 0, isShort: true };
    const chain = to < firstSeq ? firstChain : chainAt.get(key, to)?.chain;
    if (!chain) throw new Error(`event ${to} of a session that is being removed is not there`);
    deleteEvents.run(key, to);
    deleteReferences.run(key, to);
    shorten.run(to, chain, key);
    count.run(head - to);
    return { events: head - to, isShort: to === end };
  }

  /** A slice of all sessions' ends. */
  function cutEnds(): number {
    let events = 0;
    const rows = shortUpTo === null ? [] : selectPurged.all(shortUpTo);
    for (const row of rows) {
      const gone = cut(row, EVENTS_AT_ONCE - events);
      events += gone.events;
      if (!gone.isShort) return events;
      shortUpTo = row.key;
    }
    if (rows.length < SESSIONS_AT_ONCE) shortUpTo = null;
    return events;
  }

  /** Whether there were receipts to scan. */
  function removeReceipts(): boolean {
    if (receiptPlace === null) return false;
    const place = lastReceipt.get(receiptPlace)?.place ?? null;
    if (place !== null) deleteReceipts.run(receiptPlace, place);
    receiptPlace = place;
    return place !== null;
  }

  return {
    /** Makes them invisible. */
    mark(ids: readonly string[]): void {
      for (const id of ids) {
        const marked = mark.get(id);
        if (!marked) continue;
        deleteSnapshot.run(marked.key);
        unselect.run(id);
        receiptPlace = 0;
        shortUpTo = 0;
      }
    },
    step(): PurgeStep {
      const nothing = { events: 0, sessions: 0, isMore: true, kept: 0 };
      if (countKept.get()?.n === 0) return { ...nothing, isMore: false };
      if (shortUpTo !== null) return { ...nothing, events: cutEnds() };
      if (removeReceipts()) return nothing;
      const sessions = deleteSessions.all().length;
      // Without the fork there is no reason to keep its base.
      if (sessions > 0) shortUpTo = 0;
      return { ...nothing, sessions, isMore: sessions > 0, kept: countKept.get()?.n ?? 0 };
    },
  };
}

/** Remains of imports that a crash interrupted. */
export function dropArriving(db: DatabaseSync): void {
  const left = prepare<{ key: number }>(db, `SELECT key FROM sessions WHERE shelf = ${shelfNumbers.arriving}`);
  if (left.all().length === 0) return;
  db.exec(`UPDATE sessions SET shelf = ${shelfNumbers.purged} WHERE shelf = ${shelfNumbers.arriving}`);
}
