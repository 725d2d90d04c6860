// Walks the hash chain of one session, from the value before its first event up to its recorded head.
import type { DatabaseSync } from "node:sqlite";
import { genesis, isLinked, sameChain } from "../chain.ts";
import type { EventText } from "../event-line.ts";
import type { VerifySlice } from "../log.ts";
import { UNKNOWN_BASE } from "./lineage.ts";
import { prepare } from "./statement.ts";
import type { EventPlace } from "./storage-failed.ts";

interface SessionRow {
  key: number;
  id: string;
  firstSeq: number;
  firstChain: Uint8Array;
  baseKey: number | null;
  baseSeq: number | null;
  head: number;
  chain: Uint8Array;
}

/** An event before the first one is one too many. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;
const WHOLE: VerifySlice = { after: 0, limit: Number.MAX_SAFE_INTEGER };

const COLUMNS = `key, id, first_seq AS firstSeq, first_chain AS firstChain, base_session AS baseKey, base_seq AS baseSeq,
  head, chain FROM sessions`;

export function openVerifier(db: DatabaseSync) {
  const selectSession = prepare<SessionRow>(db, `SELECT ${COLUMNS} WHERE id = ?`);
  const selectByKey = prepare<SessionRow>(db, `SELECT ${COLUMNS} WHERE key = ?`);
  const selectEvents = prepare<EventText & { chain: Uint8Array }>(
    db,
    `SELECT seq, at, type, "by", data, chain FROM events WHERE session = ? AND seq > ? AND seq <= ? ORDER BY seq`,
  );
  const chainAt = prepare<{ chain: Uint8Array }>(db, "SELECT chain FROM events WHERE session = ? AND seq = ?");

  /** Whether the session begins correctly: with its id, or for a fork with its base event. */
  function beginsRight({ id, firstSeq, firstChain, baseKey, baseSeq }: SessionRow): boolean {
    if (baseKey === UNKNOWN_BASE) return sameChain(firstChain, genesis(id));
    if (baseKey === null || baseSeq === null) return firstSeq > 1 || sameChain(firstChain, genesis(id));
    const base = selectByKey.get(baseKey);
    if (!base || baseSeq !== firstSeq - 1 || baseSeq > base.head || (base.baseSeq ?? 0) >= baseSeq) return false;
    if (base.firstSeq > baseSeq) return true;
    const link = chainAt.get(baseKey, baseSeq)?.chain;
    return link !== undefined && sameChain(firstChain, link);
  }

  /** The first own seq where the session's chain breaks, up to its head or to a fork's base; only within the slice. */
  function brokenIn(row: SessionRow, upTo: number | null, { after, limit }: VerifySlice): number | null {
    const last = after + limit;
    // The first slice of the log also finds a wrong head.
    if (last < row.firstSeq || (after > 0 && after >= (upTo ?? row.head))) return null;
    const isBeginning = after < row.firstSeq;
    let expected = isBeginning ? row.firstSeq : after + 1;
    const link = isBeginning ? row.firstChain : chainAt.get(row.key, after)?.chain;
    if (!link || (isBeginning && !beginsRight(row))) return expected;
    let chain = link;
    // The slice with the head continues to the end: an event after the head is one too many.
    const isWithHead = upTo === null && last >= row.head;
    const end = isWithHead ? Number.MAX_SAFE_INTEGER : Math.min(upTo ?? last, last);
    for (const event of selectEvents.iterate(row.key, isBeginning ? BEFORE_ALL : after, end)) {
      if (event.seq !== expected || !isLinked(chain, event, event.chain)) return expected;
      chain = event.chain;
      expected++;
    }
    if (!isWithHead) return expected > end ? null : expected;
    const isAtHead = row.head === expected - 1 && sameChain(chain, row.chain);
    return isAtHead ? null : Math.min(expected, row.head + 1);
  }

  /** The session and its bases, oldest first, each with the last seq to check. */
  function rowsOf(session: SessionRow): { row: SessionRow; upTo: number | null }[] {
    const rows: { row: SessionRow; upTo: number | null }[] = [{ row: session, upTo: null }];
    for (let one = session; one.baseKey !== null; ) {
      const base = selectByKey.get(one.baseKey);
      // A missing or circular base is found when the fork is checked.
      if (!base || (base.baseSeq ?? 0) >= (one.baseSeq ?? 0)) break;
      rows.push({ row: base, upTo: one.baseSeq });
      one = base;
    }
    return rows.reverse();
  }

  /** The first seq where the chain breaks, in inherited or own events; null if it is correct. */
  function verify(id: string, slice: VerifySlice = WHOLE): number | null {
    const session = selectSession.get(id);
    for (const { row, upTo } of session ? rowsOf(session) : []) {
      const broken = brokenIn(row, upTo, slice);
      if (broken !== null) return broken;
    }
    return null;
  }

  /** The events around this one, and what surrounds them in the session's own row. */
  function isBrokenNear({ session: id, seq }: EventPlace): boolean {
    const head = selectSession.get(id)?.head ?? 0;
    const after = Math.max(0, Math.min(seq - 2, head - 1));
    db.exec("BEGIN");
    try {
      return verify(id, { after, limit: 3 }) !== null;
    } finally {
      if (db.isTransaction) db.exec("COMMIT");
    }
  }

  return {
    verify,
    isBrokenNear,
    /** The same without what it inherits: enough where all sessions are looked at. */
    verifyOwn(id: string): number | null {
      const session = selectSession.get(id);
      return session ? brokenIn(session, null, WHOLE) : null;
    },
  };
}
