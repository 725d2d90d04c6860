// The parts of a session's log: its own events and, for a fork, the inherited ones. A fork of a fork inherits through both; nothing is
// copied, and their lengths do not matter.
import type { DatabaseSync } from "node:sqlite";
import { shelfNumbers } from "../shelf.ts";
import { brokenAt } from "./broken-at.ts";
import { prepare } from "./statement.ts";

/** A range of one session's events, by its key, that belongs to a log. */
export interface Stretch {
  key: number;
  from: number;
  /** For its own events: all, including future ones. */
  to: number;
}

export interface Lineage {
  firstSeq: number;
  head: number;
  /** Oldest first, contiguous. */
  stretches: Stretch[];
}

/**
 * The base of a fork whose real base is unknown after damage: it begins with its own events. A value that a
 * flipped bit can't make of a real key.
 */
export const UNKNOWN_BASE = -1;

interface SessionRow {
  key: number;
  firstSeq: number;
  head: number;
  baseKey: number | null;
  baseSeq: number | null;
}

const COLUMNS = "key, first_seq AS firstSeq, head, base_session AS baseKey, base_seq AS baseSeq FROM sessions";

export function openLineages(db: DatabaseSync) {
  // Only forks still have events of a purged session.
  const selectById = prepare<SessionRow>(db, `SELECT ${COLUMNS} WHERE id = ? AND shelf <> ${shelfNumbers.purged}`);
  const selectByKey = prepare<SessionRow>(db, `SELECT ${COLUMNS} WHERE key = ?`);

  /** Newest first. Throws if a fork refers to a missing base. */
  function* backwards(session: string, row: SessionRow): Iterable<Stretch> {
    yield { key: row.key, from: row.firstSeq, to: Number.MAX_SAFE_INTEGER };
    for (let fork = row; fork.baseKey !== null && fork.baseSeq !== null && fork.baseKey !== UNKNOWN_BASE; ) {
      const base = selectByKey.get(fork.baseKey);
      // A base is always earlier than the fork's own events, so this terminates.
      const isRight =
        base && fork.firstSeq === fork.baseSeq + 1 && base.head >= fork.baseSeq && (base.baseSeq ?? 0) < fork.baseSeq;
      if (!isRight) throw brokenAt(session, fork.baseSeq);
      // Events pruned from a session are gone for its forks too.
      if (base.firstSeq > fork.baseSeq) return;
      yield { key: base.key, from: base.firstSeq, to: fork.baseSeq };
      fork = base;
    }
  }

  return {
    /** Null when there is no such session. */
    lineageOf(session: string): Lineage | null {
      const row = selectById.get(session);
      if (!row) return null;
      const stretches = [...backwards(session, row)].reverse();
      return { firstSeq: stretches[0]?.from ?? row.firstSeq, head: row.head, stretches };
    },
    /** The key of the session that wrote this event of a log; null if there is no such event. */
    originOf(session: string, seq: number): number | null {
      const row = selectById.get(session);
      if (!row || seq > row.head) return null;
      for (const { key, from } of backwards(session, row)) if (seq >= from) return key;
      return null;
    },
  };
}
