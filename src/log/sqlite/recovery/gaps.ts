// What is missing between the events that were found: each session's seqs must be contiguous up to its head.
import { type Beginning, type Chosen, choose } from "./choose.ts";
import type { KnownSession } from "./known-sessions.ts";
import type { Staging } from "./staging.ts";

/** What belongs to no session is not looked at. */
const nobody: Beginning = { firstSeq: 1, firstChain: null, headChain: null, lastSeq: 0 };

export type Piece =
  | { kind: "begin"; session: KnownSession }
  | { kind: "event"; event: Chosen }
  | { kind: "gap"; session: KnownSession; from: number; to: number; nextAt: string | null; nextCommit: number | null }
  | { kind: "end"; session: KnownSession };

/** A log of which nobody can say how long it was. */
const MANY = 1_000_000;

/** Every session from its first seq to its head, as events and gaps. No gap is longer than what is missing in all: a damaged seq may say anything. */
export function* pieces(
  staging: Staging,
  sessions: ReadonlyMap<number, KnownSession>,
  lastCommit: number | null,
): Iterable<Piece> {
  const mostInside = (found: number): number => (lastCommit === null ? MANY : lastCommit - found);
  const mostAtEnd = (found: number): number => (lastCommit === null ? 0 : lastCommit - found);
  let open: KnownSession | null = null;
  let expected = 1;
  let found = 0;
  const done = new Set<number>();

  function* close(session: KnownSession): Iterable<Piece> {
    const to = session.head;
    if (to >= expected && to - expected + 1 <= mostAtEnd(found))
      yield { kind: "gap", session, from: expected, to, nextAt: null, nextCommit: null };
    yield { kind: "end", session };
  }

  for (const event of choose(staging.candidates(), (key) => sessions.get(key) ?? nobody)) {
    const session = sessions.get(event.session);
    if (!session) throw new Error(`an event of session ${event.session} was chosen without it`);
    if (session !== open) {
      if (open) yield* close(open);
      open = session;
      done.add(open.key);
      expected = open.firstSeq;
      yield { kind: "begin", session: open };
    }
    // Nobody vouches for its seq, and so much is not missing.
    if (event.before === null && event.seq - expected > mostInside(found)) continue;
    if (event.seq > expected) {
      const { at: nextAt, commit: nextCommit } = event;
      yield { kind: "gap", session, from: expected, to: event.seq - 1, nextAt, nextCommit };
    }
    expected = event.seq + 1;
    found++;
    yield { kind: "event", event };
  }
  if (open) yield* close(open);
  for (const session of sessions.values()) {
    if (done.has(session.key)) continue;
    expected = session.firstSeq;
    yield { kind: "begin", session };
    yield* close(session);
  }
}

export interface Tally {
  found: number;
  lostInGaps: number;
  /** Events that must have been there and that no gap accounts for. */
  lostWithoutPlace: number;
  /** Whose session nobody knows, or of how many there were: then nobody can say what stood at an end. */
  isEndKnown: boolean;
}

export interface Extent {
  sessions: ReadonlyMap<number, KnownSession>;
  /** How many events were ever written, where that is known. */
  lastCommit: number | null;
}

/** Counts what is there and what is not. */
export function openTally({ sessions, lastCommit }: Extent) {
  let found = 0;
  let lostInGaps = 0;
  let elsewhere = 0;
  return {
    take(piece: Piece): void {
      if (piece.kind === "event") found++;
      else if (piece.kind === "gap") lostInGaps += piece.to - piece.from + 1;
      else if (piece.kind === "begin") elsewhere += piece.session.firstSeq - 1 - piece.session.base;
    },
    result(): Tally {
      const lostWithoutPlace = Math.max(0, (lastCommit ?? 0) - found - lostInGaps - elsewhere);
      const isNameless = [...sessions.values()].some((session) => session.isNameless);
      return {
        found,
        lostInGaps,
        lostWithoutPlace,
        isEndKnown: lastCommit !== null && lostWithoutPlace === 0 && !isNameless,
      };
    },
  };
}

/** Whether every event that was ever written is there. */
export function isComplete(staging: Staging, extent: Extent): boolean {
  const tally = openTally(extent);
  for (const piece of pieces(staging, extent.sessions, extent.lastCommit)) tally.take(piece);
  const { lostInGaps, isEndKnown } = tally.result();
  return isEndKnown && lostInGaps === 0;
}
