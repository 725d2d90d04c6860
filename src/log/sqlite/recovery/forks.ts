// Where forks begin, and what they branch off from. Their rows say it, and their first events do: these are chained to the event before
// them, which another session wrote.
import { isLinked, sameChain } from "../../chain.ts";
import { fieldOf } from "./identity.ts";
import type { Candidate, Staging } from "./staging.ts";

/** The event that a fork begins after. */
export interface Base {
  /** The session that wrote it. */
  key: number;
  seq: number;
}

export interface ForkBeginning {
  firstSeq: number;
  /** Null where nothing is left to compare with. */
  firstChain: Uint8Array | null;
  base: Base;
}

interface Stated extends ForkBeginning {
  firstChain: Uint8Array;
}

/** As the row has it, or as its first event shows that it should be. */
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
  const { first } = staging.extent(key);
  const seq = first === 0 || base.seq < first ? base.seq + 1 : firstSeq;
  return { firstSeq: seq, firstChain, base: { key: base.key, seq: seq - 1 } };
}

/** The session that wrote the event with this chain: as stated, unless it is found elsewhere. */
function originOf(staging: Staging, stated: number, seq: number, chain: Uint8Array): number {
  const there = staging.candidatesAt(stated, seq);
  const isRight = (one: Candidate): boolean => sameChain(one.chain, chain);
  const { first, last } = staging.extent(stated);
  const isOnlyLost = there.length === 0 && first < seq && seq < last;
  if (isOnlyLost || there.some(isRight)) return stated;
  return staging.everywhereAt(seq).find(isRight)?.session ?? stated;
}

/** What the first event that was found says of a session that lost its row. */
export type Found =
  | { kind: "fork"; beginning: ForkBeginning }
  /** It says which session it is a fork of, and that event is nowhere. */
  | { kind: "named"; firstSeq: number; session: string }
  /** It goes on from something, and nobody knows from what. */
  | { kind: "unknown"; firstSeq: number }
  /** A single event, perhaps another session's. */
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
