// Which of the events that were found are whole. Each source vouches for itself by its chain of hashes; where several have an event, the
// first that vouches for it is taken.
import { genesis, nextChain, sameChain } from "../../chain.ts";
import type { Candidate } from "./staging.ts";

/** What a session's first event is chained to, where that is known. */
export interface Beginning {
  firstSeq: number;
  firstChain: Uint8Array | null;
  /** The chain at its recorded end. */
  headChain: Uint8Array | null;
}

/** What an event that follows this one in the same source must be chained to. */
interface Trail {
  seq: number;
  chain: Uint8Array;
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
  let beginning: Beginning = { firstSeq: 1, firstChain: null, headChain: null };
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
      const before = chainBefore(one, trails.get(one.source), beginning);
      const chain = before && nextChain(before, one);
      if (!chain) {
        if (isReadable(one)) unproven.push({ ...one, before: null });
      } else if (sameChain(chain, one.chain) || isContinued({ ...one, chain }, next, beginning)) {
        one.chain = chain;
        sound.push({ ...one, before });
      }
      trails.set(one.source, { seq: one.seq, chain: one.chain });
    }
    const best = sound[0] ?? unproven[0];
    if (best && best.seq >= beginning.firstSeq) yield best;
  }
}

function chainBefore({ seq }: Candidate, trail: Trail | undefined, beginning: Beginning): Uint8Array | null {
  if (trail?.seq === seq - 1) return trail.chain;
  return seq === beginning.firstSeq ? beginning.firstChain : null;
}

/** The event is whole and only its own hash is damaged: then what follows is chained to the hash that it should have. */
function isContinued(one: Candidate, next: readonly Candidate[], { headChain }: Beginning): boolean {
  const follower = next.find(
    ({ source, session, seq }) => source === one.source && session === one.session && seq === one.seq + 1,
  );
  if (follower) return sameChain(nextChain(one.chain, follower), follower.chain);
  return headChain !== null && sameChain(one.chain, headChain);
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
export const isFirstOf = (id: string, first: Candidate): boolean =>
  sameChain(nextChain(genesis(id), first), first.chain);

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
