// Finds what is missing: the seqs of each session must be contiguous up to its head.
import { type Chosen, choose } from "./choose.ts";
import type { KnownSession } from "./known-session.ts";
import type { Staging } from "./staging.ts";

export type Piece =
  | { kind: "begin"; session: KnownSession }
  | { kind: "event"; event: Chosen }
  | { kind: "gap"; session: KnownSession; from: number; to: number; nextAt: string | null; nextCommit: number | null }
  | { kind: "end"; session: KnownSession };

/** The longest gap if the number of events is unknown. */
const MANY = 1_000_000;

/**
 * Every session from its first seq to its head, as events and gaps; bases before their forks. No gap is longer than the number of events
 * that are missing in all, because a damaged seq can be any number.
 */
export function* pieces(
  staging: Staging,
  sessions: ReadonlyMap<number, KnownSession>,
  count: number | null,
): Iterable<Piece> {
  const mostInside = (): number => (count === null ? MANY : count - found);
  // If the number of events is unknown, only a fork can prove that its base was longer.
  const mostAtEnd = ({ neededTo }: KnownSession, to: number): number =>
    count === null && to > neededTo ? 0 : mostInside();
  let found = 0;
  for (const session of basesFirst(sessions)) {
    let expected = session.firstSeq;
    yield { kind: "begin", session };
    for (const event of choose(staging.candidates(session.key), session)) {
      // Its seq is not proven, and implies more missing events than there are.
      if (event.before === null && event.seq - expected > mostInside()) continue;
      if (event.seq > expected) {
        const { at: nextAt, commit: nextCommit } = event;
        yield { kind: "gap", session, from: expected, to: event.seq - 1, nextAt, nextCommit };
      }
      expected = event.seq + 1;
      found++;
      yield { kind: "event", event };
    }
    const to = Math.max(session.head, session.neededTo);
    if (to >= expected && to - expected + 1 <= mostAtEnd(session, to))
      yield { kind: "gap", session, from: expected, to, nextAt: null, nextCommit: null };
    yield { kind: "end", session };
  }
}

/** A fork's base seq is higher than that of its base, so sorting by base seq puts bases first. */
function basesFirst(sessions: ReadonlyMap<number, KnownSession>): KnownSession[] {
  const depth = ({ base }: KnownSession): number => base?.seq ?? 0;
  return [...sessions.values()].sort((a, b) => depth(a) - depth(b) || a.key - b.key);
}

export interface Tally {
  found: number;
  lostInGaps: number;
  /** Lost events that are in no gap. */
  lostWithoutPlace: number;
  /** Whether the end of every session is known. */
  isEndKnown: boolean;
}

export interface Extent {
  sessions: ReadonlyMap<number, KnownSession>;
  /** How many events there should be: all that were ever written, minus the purged ones. Null if unknown. */
  count: number | null;
}

/** Counts found and missing events. */
export function openTally({ sessions, count }: Extent) {
  let found = 0;
  let lostInGaps = 0;
  let pruned = 0;
  return {
    take(piece: Piece): void {
      if (piece.kind === "event") found++;
      else if (piece.kind === "gap") lostInGaps += piece.to - piece.from + 1;
      else if (piece.kind === "begin") pruned += prunedOf(piece.session);
    },
    result(): Tally {
      const lostWithoutPlace = Math.max(0, (count ?? 0) - found - lostInGaps - pruned);
      const isNameless = [...sessions.values()].some((session) => session.isNameless);
      return {
        found,
        lostInGaps,
        lostWithoutPlace,
        isEndKnown: count !== null && lostWithoutPlace === 0 && !isNameless,
      };
    },
  };
}

/** Events that were removed from the beginning of a session. A fork's inherited events are not its own. */
const prunedOf = ({ firstSeq, base, isBaseUnknown }: KnownSession): number =>
  base || isBaseUnknown ? 0 : firstSeq - 1;

/** Whether every event and the base of every fork was found. */
export function isComplete(staging: Staging, extent: Extent): boolean {
  const tally = openTally(extent);
  for (const piece of pieces(staging, extent.sessions, extent.count)) tally.take(piece);
  const { lostInGaps, isEndKnown } = tally.result();
  const isCutLoose = [...extent.sessions.values()].some(({ isBaseUnknown }) => isBaseUnknown);
  return isEndKnown && lostInGaps === 0 && !isCutLoose;
}

/** How many events there should be if this was the last commit. */
export const countOf = (lastCommit: number | null, purged: number): number | null =>
  lastCommit === null ? null : lastCommit - purged;
