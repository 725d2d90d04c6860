// Removes sessions for good, from their ends: after each slice what is left is whole, with its head and chain where it ends now. So a crash, or
// a backup in the midst of it, finds a shorter log and nothing wrong. What forks stand on stays.
import type { DatabaseSync } from "node:sqlite";
import { shelfNumbers } from "../shelf.ts";
import { prepare } from "./statement.ts";

/** Rows of a slice: some milliseconds, and a megabyte or two. */
const EVENTS_AT_ONCE = 500;
const RECEIPTS_LOOKED_AT = 5000;

interface PurgedRow {
  key: number;
  firstSeq: number;
  firstChain: Uint8Array;
  head: number;
  /** The last of its events that a fork has; null when no fork does. */
  neededTo: number | null;
}

export interface PurgeStep {
  events: number;
  sessions: number;
  isMore: boolean;
  /** How many are left because of forks; only told when there is no more to do. */
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
     FROM sessions WHERE shelf = ${shelfNumbers.purged}`,
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
  const deleteSession = prepare(db, "DELETE FROM sessions WHERE key = ?");
  /** How far receipts were looked through; null = there are none to look for. After a crash there may be. */
  let receiptPlace: number | null = 0;

  /** How many events of the session's end went. */
  function cut({ key, firstSeq, firstChain, head, neededTo }: PurgedRow): number {
    const to = Math.max(neededTo ?? firstSeq - 1, head - EVENTS_AT_ONCE);
    if (to >= head) return 0;
    const chain = to < firstSeq ? firstChain : chainAt.get(key, to)?.chain;
    if (!chain) throw new Error(`event ${to} of a session that is being removed is not there`);
    deleteEvents.run(key, to);
    deleteReferences.run(key, to);
    shorten.run(to, chain, key);
    count.run(head - to);
    return head - to;
  }

  /** Whether there were receipts to look at. */
  function removeReceipts(): boolean {
    if (receiptPlace === null) return false;
    const place = lastReceipt.get(receiptPlace)?.place ?? null;
    if (place !== null) deleteReceipts.run(receiptPlace, place);
    receiptPlace = place;
    return place !== null;
  }

  return {
    /** From now on nobody sees them. */
    mark(ids: readonly string[]): void {
      for (const id of ids) {
        const marked = mark.get(id);
        if (!marked) continue;
        deleteSnapshot.run(marked.key);
        unselect.run(id);
        receiptPlace = 0;
      }
    },
    step(): PurgeStep {
      const rows = selectPurged.all();
      const nothing = { events: 0, sessions: 0, isMore: rows.length > 0, kept: 0 };
      for (const row of rows) {
        const events = cut(row);
        if (events > 0) return { ...nothing, events };
      }
      if (rows.length > 0 && removeReceipts()) return nothing;
      const gone = rows.filter(({ neededTo }) => neededTo === null);
      for (const { key } of gone) deleteSession.run(key);
      // With a fork goes the reason to keep what it stood on.
      return { ...nothing, sessions: gone.length, isMore: gone.length > 0, kept: rows.length - gone.length };
    },
  };
}

/** What a crash left of sessions that were on their way in. */
export function dropArriving(db: DatabaseSync): void {
  const left = prepare<{ key: number }>(db, `SELECT key FROM sessions WHERE shelf = ${shelfNumbers.arriving}`);
  if (left.all().length === 0) return;
  db.exec(`UPDATE sessions SET shelf = ${shelfNumbers.purged} WHERE shelf = ${shelfNumbers.arriving}`);
}
