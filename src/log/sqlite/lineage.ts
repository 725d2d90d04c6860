// What a session's log is made of: its own events and, of a fork, those that it inherits. A fork of a fork inherits through both; nothing is
// copied, and how long any of them is does not matter.
import type { DatabaseSync } from "node:sqlite";
import { shelfNumbers } from "../shelf.ts";
import { brokenAt } from "./broken-at.ts";
import { prepare } from "./statement.ts";

/** Events of one session, by its key, that belong to a log. */
export interface Stretch {
  key: number;
  from: number;
  /** Of its own events all, also those that come later. */
  to: number;
}

export interface Lineage {
  firstSeq: number;
  head: number;
  /** The oldest first, one right after the other. */
  stretches: Stretch[];
}

/**
 * The base of a fork of which nobody knows any more what it branched off from: after damage it begins with its own events. No key that a
 * flipped bit makes of another.
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
  // Of what is gone for good only forks have something.
  const selectById = prepare<SessionRow>(db, `SELECT ${COLUMNS} WHERE id = ? AND shelf <> ${shelfNumbers.purged}`);
  const selectByKey = prepare<SessionRow>(db, `SELECT ${COLUMNS} WHERE key = ?`);

  /** The newest first. Throws when a fork refers to what is not there. */
  function* backwards(session: string, row: SessionRow): Iterable<Stretch> {
    yield { key: row.key, from: row.firstSeq, to: Number.MAX_SAFE_INTEGER };
    for (let fork = row; fork.baseKey !== null && fork.baseSeq !== null && fork.baseKey !== UNKNOWN_BASE; ) {
      const base = selectByKey.get(fork.baseKey);
      // A base is always further back than the fork's own, so that this ends.
      const isRight =
        base && fork.firstSeq === fork.baseSeq + 1 && base.head >= fork.baseSeq && (base.baseSeq ?? 0) < fork.baseSeq;
      if (!isRight) throw brokenAt(session, fork.baseSeq);
      // What is pruned of a session is gone for its forks, too.
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
    /** The key of the session that wrote this event of a log; null when there is no such event. */
    originOf(session: string, seq: number): number | null {
      const row = selectById.get(session);
      if (!row || seq > row.head) return null;
      for (const { key, from } of backwards(session, row)) if (seq >= from) return key;
      return null;
    },
  };
}
