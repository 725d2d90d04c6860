// Finds where forks begin, and their bases. Both the row and the first event of a fork say so: that event is chained to the base event,
// which another session wrote.
import { isLinked, sameChain } from "../../chain.ts";
import { fieldOf } from "./identity.ts";
import type { Candidate, Staging } from "./staging.ts";

/** The event that a fork begins after. */
export interface Base {
  /** The key of the session that wrote it. */
  key: number;
  seq: number;
}

export interface ForkBeginning {
  firstSeq: number;
  /** Null if the base event was not found. */
  firstChain: Uint8Array | null;
  base: Base;
}

interface Stated extends ForkBeginning {
  firstChain: Uint8Array;
}

/** As the row says, corrected if the first event proves another beginning. */
export function beginningByRow(staging: Staging, key: number, { firstSeq, firstChain, base }: Stated): ForkBeginning {
  for (const seq of new Set([firstSeq, base.seq + 1])) {
    const links = [firstChain, ...staging.candidatesAt(base.key, seq - 1).map(({ chain }) => chain)];
    const firsts = staging.candidatesAt(key, seq);
    const link = links.find((chain) => firsts.some((first) => isLinked(chain, first, first.chain)));
    if (link)
      return {
        firstSeq: seq,
        firstChain: link,
        base: { key: originOf(staging, base.key, seq - 1, link), seq: seq - 1 },
      };
  }
  return { firstSeq, firstChain, base: { key: base.key, seq: firstSeq - 1 } };
}

/** The session that wrote the event with this chain value: the stated one, unless the event is found in another. */
function originOf(staging: Staging, stated: number, seq: number, chain: Uint8Array): number {
  const there = staging.candidatesAt(stated, seq);
  const isRight = (one: Candidate): boolean => sameChain(one.chain, chain);
  const { first, last } = staging.extent(stated);
  const isOnlyLost = there.length === 0 && first < seq && seq < last;
  if (isOnlyLost || there.some(isRight)) return stated;
  return staging.everywhereAt(seq).find(isRight)?.session ?? stated;
}

/** What the first found event says about the beginning of a session without a row. */
export type Found =
  | { kind: "fork"; beginning: ForkBeginning }
  /** It names its base session, but the base event was not found. */
  | { kind: "named"; firstSeq: number; session: string }
  /** It continues an unknown base. */
  | { kind: "unknown"; firstSeq: number }
  /** Not a fork, or a single event, which may belong to another session. */
  | { kind: "nothing" };

export function beginningByEvents(staging: Staging, key: number): Found {
  const { first: seq } = staging.extent(key);
  const firsts = staging.candidatesAt(key, seq);
  const named = firsts.map(forkIn).find((fork) => fork?.seq === seq - 1);
  const isContinued = staging
    .candidatesAt(key, seq + 1)
    .some((next) => firsts.some(({ chain }) => isLinked(chain, next, next.chain)));
  if (seq === 1 || (!named && !isContinued)) return { kind: "nothing" };
  const isBefore = ({ session, chain }: Candidate): boolean =>
    session !== key && firsts.some((first) => isLinked(chain, first, first.chain));
  const before = staging.everywhereAt(seq - 1).find(isBefore);
  if (before) {
    const base = { key: before.session, seq: seq - 1 };
    return { kind: "fork", beginning: { firstSeq: seq, firstChain: before.chain, base } };
  }
  return named ? { kind: "named", firstSeq: seq, session: named.session } : { kind: "unknown", firstSeq: seq };
}

/** The first event of a fork says what it was branched off from. */
function forkIn({ data }: Candidate): { session: string; seq: number } | null {
  const { session, seq } = (fieldOf(data, "fork") ?? {}) as { session?: unknown; seq?: unknown };
  return typeof session === "string" && typeof seq === "number" ? { session, seq } : null;
}
