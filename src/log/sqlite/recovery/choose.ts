// Which of the events that were found are whole. Each source vouches for itself by its chain of hashes; where several have an event, the
// first that vouches for it is taken.
import { genesis, isLinked, nextChain, sameChain } from "../../chain.ts";
import type { Candidate } from "./staging.ts";

/** What a session's first event is chained to, where that is known. */
export interface Beginning {
  firstSeq: number;
  firstChain: Uint8Array | null;
  /** The chain at its recorded end. */
  headChain: Uint8Array | null;
  /** What claims to come after it was never written; infinite where nobody knows. */
  lastSeq: number;
}

/** What an event that follows this one in the same source must be chained to. */
interface Trail {
  seq: number;
  chain: Uint8Array;
  /** The event was shown to be whole; else its hash may be as damaged as the rest of it. */
  isSound: boolean;
}

export interface Chosen extends Candidate {
  /** The chain that it was shown to follow; null where there was none to compare with. */
  before: Uint8Array | null;
}

/** The best candidate for each place where there is a good one, in order of session and seq. */
export function* choose(
  candidates: Iterable<Candidate>,
  beginningOf: (session: number) => Beginning,
): Iterable<Chosen> {
  let trails = new Map<number, Trail>();
  let beginning: Beginning = { firstSeq: 1, firstChain: null, headChain: null, lastSeq: 0 };
  let session: number | null = null;
  for (const { place, next } of withNext(byPlace(candidates))) {
    const [first] = place;
    if (first && first.session !== session) {
      session = first.session;
      trails = new Map();
      beginning = beginningOf(session);
    }
    const sound: Chosen[] = [];
    const unproven: Chosen[] = [];
    for (const one of place) {
      const trail = trails.get(one.source);
      const before = chainBefore(one, trail, beginning);
      const isSound =
        before !== null && (isLinked(before, one, one.chain) || isContinued(one, { before, next, beginning }));
      if (isSound) sound.push({ ...one, before });
      else if ((!before || trail?.isSound === false) && isReadable(one)) unproven.push({ ...one, before: null });
      trails.set(one.source, { seq: one.seq, chain: one.chain, isSound });
    }
    const best = sound[0] ?? unproven[0];
    if (best && best.seq >= beginning.firstSeq && best.seq <= beginning.lastSeq) yield best;
  }
}

function chainBefore({ seq }: Candidate, trail: Trail | undefined, beginning: Beginning): Uint8Array | null {
  if (trail?.seq === seq - 1) return trail.chain;
  return seq === beginning.firstSeq ? beginning.firstChain : null;
}

interface Surroundings {
  before: Uint8Array;
  next: readonly Candidate[];
  beginning: Beginning;
}

/** The event is whole and only its own hash is damaged: then what follows is chained to the hash that it should have, which it gets. */
function isContinued(one: Candidate, { before, next, beginning: { headChain } }: Surroundings): boolean {
  const chain = nextChain(before, one);
  const follower = next.find(
    ({ source, session, seq }) => source === one.source && session === one.session && seq === one.seq + 1,
  );
  const isSo = follower ? isLinked(chain, follower, follower.chain) : headChain !== null && sameChain(chain, headChain);
  if (isSo) one.chain = chain;
  return isSo;
}

/** After a gap nothing can be recomputed: the event must at least be one. */
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
    if (first && (first.session !== one.session || first.seq !== one.seq)) {
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
