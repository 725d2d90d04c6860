// Reads events: by seq within a session, or by commit across sessions. A page is limited while it is read, so that
// it never holds more than it returns. Every page is checked against the hash chain. Only
// an overview (`skim`) is not: that would need every event, and cost ten times as much.
import type { DatabaseSync } from "node:sqlite";
import { eventLine } from "../event-line.ts";
import type {
  CommitPage,
  CommitQuery,
  EventPage,
  Head,
  PageSize,
  ReadQuery,
  SkimmedEvent,
  SkimPage,
  SkimQuery,
  StoredEvent,
} from "../log.ts";
import { checkQuery } from "../page-query.ts";
import { shelfNumbers } from "../shelf.ts";
import { skimPage } from "../skim-page.ts";
import { brokenAt } from "./broken-at.ts";
import { type LinkedEvent, openChainCheck } from "./chain-check.ts";
import { type Lineage, openLineages, type Stretch } from "./lineage.ts";
import { LIMIT, prepare } from "./statement.ts";

interface EventRow extends LinkedEvent {
  commit: number;
  session: string;
}

/** A session's key, and the range of its own seqs. */
interface Extent {
  key: number;
  firstSeq: number;
  head: number;
}

const COLUMNS = `"commit", sessions.id AS session, events.session AS key, seq, at, type, "by", data, events.chain FROM events JOIN sessions ON sessions.key = events.session`;

export function openReader(db: DatabaseSync, lastCommit: () => number) {
  const selectSession = prepare<Extent>(
    db,
    `SELECT key, first_seq AS firstSeq, head FROM sessions WHERE id = ? AND shelf <> ${shelfNumbers.purged}`,
  );
  const selectAfter = prepare<EventRow>(
    db,
    `SELECT ${COLUMNS} WHERE events.session = ? AND seq > ? AND seq <= ? ORDER BY seq ${LIMIT}`,
  );
  const selectBefore = prepare<EventRow>(
    db,
    `SELECT ${COLUMNS} WHERE events.session = ? AND seq < ? ORDER BY seq DESC ${LIMIT}`,
  );
  // Data that is not requested is not read.
  const selectSome = prepare<SkimmedEvent>(
    db,
    `SELECT seq, at, type, CASE WHEN type IN (SELECT value FROM json_each(?1)) THEN data END AS data FROM events
     WHERE session = ?3 AND seq > ?4 AND seq <= ?5 AND type IN (SELECT value FROM json_each(?2)) ORDER BY seq`,
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

  const selectHeads = prepare<Head & { id: string }>(
    db,
    `SELECT sessions.id, head AS seq, (SELECT "commit" FROM events WHERE session = sessions.key AND seq = head) AS "commit"
     FROM json_each(?) AS wanted CROSS JOIN sessions ON sessions.id = wanted.value AND shelf <> ${shelfNumbers.purged}`,
  );

  const { lineageOf } = openLineages(db);
  const checkLinks = openChainCheck(db);
  const begin = prepare(db, "BEGIN");
  const end = prepare(db, "COMMIT");

  /** Reads one snapshot of the log: a concurrent removal must not look like damage. */
  function atOnce<Query extends ReadQuery | CommitQuery | SkimQuery, Page>(
    read: (query: Query) => Page,
  ): (query: Query) => Page {
    return (query) => {
      checkQuery(query);
      begin.run();
      try {
        return read(query);
      } finally {
        // A disk failure may have ended the transaction.
        if (db.isTransaction) end.run();
      }
    };
  }

  function read(query: ReadQuery): EventPage {
    const lineage = lineageOf(query.session);
    if (!lineage) return { events: [], firstSeq: 1, head: 0, more: false };
    const { firstSeq, head, stretches } = lineage;
    const isForward = "after" in query;
    const { events, rows, more } = cutPage(rowsAlong(stretches, query), query);
    checkPage(lineage, query, { given: isForward ? rows : rows.reverse(), more });
    return { events: isForward ? events : events.reverse(), firstSeq, head, more };
  }

  /** Continues from one range into the next, in reading direction. */
  function* rowsAlong(stretches: readonly Stretch[], query: ReadQuery): Iterable<EventRow> {
    const isForward = "after" in query;
    for (const { key, from, to } of isForward ? stretches : stretches.toReversed()) {
      const isPassedBy = isForward ? query.after >= to : query.before <= from;
      if (isPassedBy) continue;
      if (isForward) yield* selectAfter.iterate(key, query.after, to, query.limit + 1);
      else yield* selectBefore.iterate(key, Math.min(query.before, to + 1), query.limit + 1);
    }
  }

  function skim({ session, after, limit, maxBytes, whole, bare }: SkimQuery): SkimPage {
    const { firstSeq, head, stretches } = lineageOf(session) ?? { firstSeq: 1, head: 0, stretches: [] };
    const start = Math.max(after, firstSeq - 1);
    const end = Math.max(after, Math.min(start + limit, head));
    const types = [JSON.stringify(whole), JSON.stringify([...whole, ...bare])];
    function* passing(): Iterable<SkimmedEvent> {
      for (const { key, from, to } of stretches)
        if (to > start && from <= end) yield* selectSome.iterate(...types, key, start, Math.min(end, to));
    }
    return { ...skimPage(passing(), { end, maxBytes }), firstSeq, head };
  }

  /** Neighbouring events must be chained, and nothing may be missing at either end of the page. */
  function checkPage(
    { firstSeq, head }: Lineage,
    query: ReadQuery,
    { given, more }: { given: readonly EventRow[]; more: boolean },
  ): void {
    checkLinks(given);
    const isForward = "after" in query;
    const first = isForward || !more ? Math.max(isForward ? query.after + 1 : 0, firstSeq) : null;
    const last = isForward ? (more ? null : head) : Math.min(query.before - 1, head);
    const { seq: foundFirst = null } = given[0] ?? {};
    const { seq: foundLast = null } = given.at(-1) ?? {};
    if (first !== null && last !== null && first > last) return;
    if (first !== null && foundFirst !== first) throw brokenAt(query.session, first);
    // The page may be newer than the head that was read before it.
    if (last !== null && (foundLast === null || foundLast < last)) throw brokenAt(query.session, last);
  }

  const heads = (ids: readonly string[]): Map<string, Head> =>
    new Map(selectHeads.all(JSON.stringify(ids)).map(({ id, seq, commit }) => [id, { seq, commit }]));

  function readCommits(query: CommitQuery): CommitPage {
    const { after, limit, sessions } = query;
    const rows = sessions ? rowsOf(sessions, query) : selectCommits.iterate(after, limit + 1);
    const { events, rows: given, more } = cutPage(rows, query);
    checkLinks(given);
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

  /** Commits grow with seqs, so the position is found by bisection: a long session costs no more than a short one. */
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

  return { read: atOnce(read), skim: atOnce(skim), heads, readCommits: atOnce(readCommits) };
}

function cutPage(rows: Iterable<EventRow>, { limit, maxBytes = Number.POSITIVE_INFINITY }: PageSize) {
  const events: StoredEvent[] = [];
  const given: EventRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (events.length >= limit) return { events, rows: given, more: true };
    const { session, seq, commit, type } = row;
    const line = eventLine(session, row);
    bytes += Buffer.byteLength(line);
    if (events.length > 0 && bytes > maxBytes) return { events, rows: given, more: true };
    events.push({ session, seq, commit, type, line });
    given.push(row);
  }
  return { events, rows: given, more: false };
}
