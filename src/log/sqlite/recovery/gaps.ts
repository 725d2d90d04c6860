// What is missing between the events that were found: each session's seqs must be contiguous up to its head.
import { type Chosen, choose } from "./choose.ts";
import type { KnownSession } from "./known-sessions.ts";
import type { Staging } from "./staging.ts";

export type Piece =
  | { kind: "begin"; session: KnownSession }
  | { kind: "event"; event: Chosen }
  | { kind: "gap"; session: KnownSession; from: number; to: number; nextAt: string | null; nextCommit: number | null }
  | { kind: "end"; session: KnownSession };

/** Every session from its first seq to its head, as events and gaps. `most` bounds how many events an end may lack: a damaged head may say anything. */
export function* pieces(
  staging: Staging,
  sessions: ReadonlyMap<number, KnownSession>,
  most: (found: number) => number,
): Iterable<Piece> {
  let open: KnownSession | null = null;
  let expected = 1;
  let found = 0;
  const done = new Set<number>();

  function* close(session: KnownSession): Iterable<Piece> {
    const to = session.head;
    if (to >= expected && to - expected + 1 <= most(found))
      yield { kind: "gap", session, from: expected, to, nextAt: null, nextCommit: null };
    yield { kind: "end", session };
  }

  const beginningOf = (key: number): KnownSession => {
    const session = sessions.get(key);
    if (!session) throw new Error(`events of session ${key} were staged without it`);
    return session;
  };
  for (const event of choose(staging.candidates(), beginningOf)) {
    if (open?.key !== event.session) {
      if (open) yield* close(open);
      open = beginningOf(event.session);
      done.add(open.key);
      expected = open.firstSeq;
      yield { kind: "begin", session: open };
    }
    if (event.seq > expected) {
      const { at: nextAt, commit: nextCommit } = event;
      yield { kind: "gap", session: open, from: expected, to: event.seq - 1, nextAt, nextCommit };
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

export interface Survey {
  found: number;
  lostInGaps: number;
  /** Events that must have been there and that no gap accounts for. */
  lostWithoutPlace: number;
  isComplete: boolean;
}

/** What is there and what is not. `lastCommit` is the number of events that were ever written, where that is known. */
export function survey(
  staging: Staging,
  { sessions, lastCommit }: { sessions: ReadonlyMap<number, KnownSession>; lastCommit: number | null },
): Survey {
  let found = 0;
  let lostInGaps = 0;
  let elsewhere = 0;
  for (const piece of pieces(staging, sessions, bound(lastCommit))) {
    if (piece.kind === "event") found++;
    else if (piece.kind === "gap") lostInGaps += piece.to - piece.from + 1;
    else if (piece.kind === "begin") elsewhere += piece.session.firstSeq - 1 - piece.session.base;
  }
  const lostWithoutPlace = Math.max(0, (lastCommit ?? 0) - found - lostInGaps - elsewhere);
  const isNameless = [...sessions.values()].some((session) => session.isNameless);
  const isComplete = lastCommit !== null && lostInGaps + lostWithoutPlace === 0 && !isNameless;
  return { found, lostInGaps, lostWithoutPlace, isComplete };
}

/** No session can lack more events than are missing in all. */
export const bound =
  (lastCommit: number | null) =>
  (found: number): number =>
    lastCommit === null ? 0 : lastCommit - found;
