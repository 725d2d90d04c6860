// Walks the chain of hashes of one session, from what its first event is chained to up to its recorded head.
import type { DatabaseSync } from "node:sqlite";
import { genesis, isLinked, sameChain } from "../chain.ts";
import type { EventText } from "../event-line.ts";
import { prepare } from "./statement.ts";

interface SessionRow {
  key: number;
  firstSeq: number;
  firstChain: Uint8Array;
  isWhole: 0 | 1;
  head: number;
  chain: Uint8Array;
}

export function openVerifier(db: DatabaseSync) {
  const selectSession = prepare<SessionRow>(
    db,
    `SELECT key, first_seq AS firstSeq, first_chain AS firstChain, base_session IS NULL AND first_seq = 1 AS isWhole, head, chain
     FROM sessions WHERE id = ?`,
  );
  const selectEvents = prepare<EventText & { chain: Uint8Array }>(
    db,
    `SELECT seq, at, type, "by", data, chain FROM events WHERE session = ? ORDER BY seq`,
  );
  /** The first seq where the chain breaks, or null when it holds. */
  return function verify(session: string): number | null {
    const row = selectSession.get(session);
    if (!row) return null;
    let expected = row.firstSeq;
    let chain = row.firstChain;
    if (row.isWhole && !sameChain(chain, genesis(session))) return expected;
    for (const event of selectEvents.iterate(row.key)) {
      if (event.seq !== expected || !isLinked(chain, event, event.chain)) return expected;
      chain = event.chain;
      expected++;
    }
    const isAtHead = row.head === expected - 1 && sameChain(chain, row.chain);
    return isAtHead ? null : Math.min(expected, row.head + 1);
  };
}
