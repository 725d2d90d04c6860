// Chooses among the candidates for each event of a session. The hash chain of a file proves the file's own events; among several proven
// candidates, the one from the earliest file wins.
import { genesis, isLinked, nextChain, sameChain } from "../../chain.ts";
import type { Candidate } from "./staging.ts";

/** What a session's first event is chained to, where that is known. */
export interface Beginning {
  firstSeq: number;
  firstChain: Uint8Array | null;
  /** The chain value at the recorded head. */
  headChain: Uint8Array | null;
  /** Candidates after this seq are wrong; infinite if the end of the session is unknown. */
  lastSeq: number;
}

/** The previous event of the same file, which the next one must be chained to. */
interface Trail {
  seq: number;
  chain: Uint8Array;
  /** The event was proven. Otherwise its hash may be damaged too. */
  isSound: boolean;
}

export interface Chosen extends Candidate {
  /** The chain value that it was proven to follow; null if it could not be compared. */
  before: Uint8Array | null;
}

interface Ranked {
  one: Candidate;
  before: Uint8Array | null;
  isSound: boolean;
  /** It may be taken if there is no better candidate. */
  isUsable: boolean;
}

/** The best usable candidate for each seq of a session, in order. */
export function* choose(candidates: Iterable<Candidate>, beginning: Beginning): Iterable<Chosen> {
  const trails = new Map<number, Trail>();
  for (const { place, next } of withNext(byPlace(candidates))) {
    const found = place.map((one): Ranked => {
      const trail = trails.get(one.source);
      const before = chainBefore(one, trail, beginning);
      const isSound =
        before !== null && (isLinked(before, one, one.chain) || isContinued(one, { before, next, beginning }));
      const isUsable = isSound || ((!before || trail?.isSound === false) && isReadable(one));
      return { one, before: isSound ? before : null, isSound, isUsable };
    });
    const ranked = found.length > 1 ? byRank(found, next) : found;
    // The best candidate of each file is set last, and stays.
    for (const { one, isSound } of ranked.toReversed())
      trails.set(one.source, { seq: one.seq, chain: one.chain, isSound });
    const best = ranked.find(({ isUsable }) => isUsable);
    if (best && best.one.seq >= beginning.firstSeq && best.one.seq <= beginning.lastSeq)
      yield { ...best.one, before: best.before };
  }
}

/** An event with a damaged seq stands in the place of another: the one that is followed belongs there. */
function byRank(ranked: readonly Ranked[], next: readonly Candidate[]): Ranked[] {
  const isFollowed = ({ source, chain }: Candidate): boolean =>
    next.some((follower) => follower.source === source && isLinked(chain, follower, follower.chain));
  const rankOf = ({ one, isSound }: Ranked): number => (isSound ? 0 : isFollowed(one) ? 1 : 2);
  const ranks = new Map(ranked.map((one) => [one, rankOf(one)]));
  return ranked.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

function chainBefore({ seq }: Candidate, trail: Trail | undefined, beginning: Beginning): Uint8Array | null {
  if (trail?.seq === seq - 1) return trail.chain;
  return seq === beginning.firstSeq ? beginning.firstChain : null;
}

interface ChoiceContext {
  before: Uint8Array;
  next: readonly Candidate[];
  beginning: Beginning;
}

/** Whether only the event's own hash is damaged: the next event is chained to the hash that it should have. It gets that hash. */
function isContinued(one: Candidate, { before, next, beginning: { headChain } }: ChoiceContext): boolean {
  const chain = nextChain(before, one);
  const follower = next.find(({ source, seq }) => source === one.source && seq === one.seq + 1);
  const isSo = follower ? isLinked(chain, follower, follower.chain) : headChain !== null && sameChain(chain, headChain);
  if (isSo) one.chain = chain;
  return isSo;
}

/** After a gap no chain can be checked, but the event must at least parse. */
function isReadable({ by, data, at }: Candidate): boolean {
  try {
    return typeof JSON.parse(by) === "object" && JSON.parse(data) !== undefined && !Number.isNaN(Date.parse(at));
  } catch {
    return false;
  }
}

/** Whether this session's log begins with this event. */
export const isFirstOf = (id: string, first: Candidate): boolean => isLinked(genesis(id), first, first.chain);

function* byPlace(candidates: Iterable<Candidate>): Iterable<Candidate[]> {
  let place: Candidate[] = [];
  for (const one of candidates) {
    const [first] = place;
    if (first && first.seq !== one.seq) {
      yield place;
      place = [];
    }
    place.push(one);
  }
  if (place.length > 0) yield place;
}

function* withNext(places: Iterable<Candidate[]>): Iterable<{ place: Candidate[]; next: Candidate[] }> {
  let place: Candidate[] | null = null;
  for (const next of places) {
    if (place) yield { place, next };
    place = next;
  }
  if (place) yield { place, next: [] };
}
