// Checks read events against the hash chain, so that nobody gets corrupt data.
import type { DatabaseSync } from "node:sqlite";
import { isLinked } from "../chain.ts";
import type { EventText } from "../event-line.ts";
import { brokenAt } from "./broken-at.ts";
import { UNKNOWN_BASE } from "./lineage.ts";
import { prepare } from "./statement.ts";

/** An event with its chain value. */
export interface LinkedEvent extends EventText {
  session: string;
  /** The session's key. */
  key: number;
  chain: Uint8Array;
}

interface Beginning {
  chain: Uint8Array;
  baseKey: number | null;
  baseSeq: number | null;
  /** The lowest seq that the base still has. */
  baseFirstSeq: number | null;
}

export function openChainCheck(db: DatabaseSync) {
  const chainAt = prepare<{ chain: Uint8Array }>(db, "SELECT chain FROM events WHERE session = ? AND seq = ?");
  const selectBeginning = prepare<Beginning>(
    db,
    `SELECT fork.first_chain AS chain, fork.base_session AS baseKey, fork.base_seq AS baseSeq, base.first_seq AS baseFirstSeq
     FROM sessions AS fork LEFT JOIN sessions AS base ON base.key = fork.base_session
     WHERE fork.key = ? AND fork.first_seq = ?`,
  );

  /** The chain value before a session's first event: in a fork, that of the base event, as long as the base has it. */
  function beginningAt(key: number, seq: number): Uint8Array | undefined {
    const beginning = selectBeginning.get(key, seq);
    if (!beginning) return undefined;
    const { chain, baseKey, baseSeq, baseFirstSeq } = beginning;
    if (baseKey === null || baseSeq === null || baseKey === UNKNOWN_BASE) return chain;
    const isPruned = baseFirstSeq !== null && baseFirstSeq > baseSeq;
    return isPruned ? chain : chainAt.get(baseKey, baseSeq)?.chain;
  }

  /** Events of each session in seq order, without holes; sessions may alternate. Throws at the first mismatch. */
  return function check(events: readonly LinkedEvent[]): void {
    const before = new Map<number, LinkedEvent>();
    for (const event of events) {
      const { session, key, seq, chain } = event;
      const previous = before.get(key);
      const link = previous ? previous.chain : (chainAt.get(key, seq - 1)?.chain ?? beginningAt(key, seq));
      const isNext = previous ? previous.seq === seq - 1 : true;
      if (!link || !isNext || !isLinked(link, event, chain)) throw brokenAt(session, seq);
      before.set(key, event);
    }
  };
}
