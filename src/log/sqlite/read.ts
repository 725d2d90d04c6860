// Events as they are read back: by seq within a session, or by commit across sessions. A page is cut while it is read, so that
// it never holds more than it gives.
import type { DatabaseSync } from "node:sqlite";
import { type EventText, eventLine } from "../event-line.ts";
import type { CommitPage, CommitQuery, EventPage, PageSize, ReadQuery, StoredEvent } from "../log.ts";
import { LIMIT, prepare } from "./statement.ts";

interface EventRow extends EventText {
  commit: number;
  session: string;
}

/** A session's place in the tables, and which seqs it has. */
interface Extent {
  key: number;
  firstSeq: number;
  head: number;
}

const COLUMNS = `"commit", sessions.id AS session, seq, at, type, "by", data FROM events JOIN sessions ON sessions.key = events.session`;

export function openReader(db: DatabaseSync, lastCommit: () => number) {
  const selectSession = prepare<Extent>(db, "SELECT key, first_seq AS firstSeq, head FROM sessions WHERE id = ?");
  const selectAfter = prepare<EventRow>(
    db,
    `SELECT ${COLUMNS} WHERE events.session = ? AND seq > ? ORDER BY seq ${LIMIT}`,
  );
  const selectBefore = prepare<EventRow>(
    db,
    `SELECT ${COLUMNS} WHERE events.session = ? AND seq < ? ORDER BY seq DESC ${LIMIT}`,
  );
  const selectCommits = prepare<EventRow>(db, `SELECT ${COLUMNS} WHERE "commit" > ? ORDER BY "commit" ${LIMIT}`);
  const selectCommit = prepare<EventRow>(db, `SELECT ${COLUMNS} WHERE "commit" = ?`);
  const commitAt = prepare<{ commit: number }>(
    db,
    `SELECT "commit" FROM events WHERE session = ? AND seq >= ? ORDER BY seq LIMIT 1`,
  );
  const commitsFrom = prepare<{ commit: number }>(
    db,
    `SELECT "commit" FROM events WHERE session = ? AND seq >= ? ORDER BY seq ${LIMIT}`,
  );

  function read(query: ReadQuery): EventPage {
    const session = selectSession.get(query.session);
    if (!session) return { events: [], firstSeq: 1, head: 0, more: false };
    const { key, firstSeq, head } = session;
    const isForward = "after" in query;
    const rows = isForward
      ? selectAfter.iterate(key, query.after, query.limit + 1)
      : selectBefore.iterate(key, query.before, query.limit + 1);
    const { events, more } = takePage(rows, query);
    return { events: isForward ? events : events.reverse(), firstSeq, head, more };
  }

  function readCommits(query: CommitQuery): CommitPage {
    const { after, limit, sessions } = query;
    const rows = sessions ? rowsOf(sessions, query) : selectCommits.iterate(after, limit + 1);
    const { events, more } = takePage(rows, query);
    const last = events.at(-1);
    return { events, lastCommit: more ? (last?.commit ?? after) : Math.max(last?.commit ?? 0, lastCommit()), more };
  }

  function* rowsOf(ids: readonly string[], { after, limit }: CommitQuery): Iterable<EventRow> {
    const commits: number[] = [];
    for (const id of new Set(ids)) {
      const session = selectSession.get(id);
      if (!session) continue;
      const from = firstSeqAfter(session, after);
      if (from === null) continue;
      for (const { commit } of commitsFrom.iterate(session.key, from, limit + 1)) commits.push(commit);
    }
    for (const commit of commits.sort((a, b) => a - b)) {
      const row = selectCommit.get(commit);
      if (row) yield row;
    }
  }

  /** Commits grow with seqs, so the place is found by halving: a long session costs no more than a short one. */
  function firstSeqAfter({ key, firstSeq, head }: Extent, after: number): number | null {
    const isAfter = (seq: number): boolean => (commitAt.get(key, seq)?.commit ?? 0) > after;
    if (!isAfter(head)) return null;
    let low = firstSeq;
    let high = head;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (isAfter(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  return { read, readCommits };
}

function takePage(rows: Iterable<EventRow>, { limit, maxBytes = Number.POSITIVE_INFINITY }: PageSize) {
  const events: StoredEvent[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (events.length >= limit) return { events, more: true };
    const { session, seq, commit, type } = row;
    const line = eventLine(session, row);
    bytes += Buffer.byteLength(line);
    if (events.length > 0 && bytes > maxBytes) return { events, more: true };
    events.push({ session, seq, commit, type, line });
  }
  return { events, more: false };
}
