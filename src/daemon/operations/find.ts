// Finds words in a whole session: in slices, one per turn of the event loop, so that other requests are served meanwhile.
import { setImmediate } from "node:timers/promises";
import { type BlockKind, Finder, findTypes, type Hit } from "../../core/index.ts";
import type { Log, SkimmedEvent } from "../../log/index.ts";
import { type BlockName, blockNames, type FindAnswer, limits } from "../../protocol/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { Refusal } from "../refusal.ts";

/** A few milliseconds of work. */
const SLICE = { events: 4000, maxBytes: 512 * 1024 };
/** The maximum of events per request: enough for all but the longest sessions. */
const MAX_LOOKED_AT = 200_000;
/** Text events that are read again before a slice, so that words across its start are found. */
const OVERLAP = 40;
const USUAL = 50;

export const findHandlers = ({ log }: DaemonContext): Pick<Handlers, "find"> => ({
  async find({ params: { session }, query: { query = "", after, before, kinds, limit = USUAL }, response }) {
    if (query.trim() === "" || query.length > limits.findCharacters)
      throw new Refusal("invalid_body", `query must have 1 to ${limits.findCharacters} characters.`);
    if (after !== undefined && before !== undefined)
      throw new Refusal("invalid_cursor", "after and before don't go together: one looks forward, the other back.");
    const { firstSeq, head } = log.read({ session, before: 1, limit: 1 });
    const wanted = kindsNamed(kinds);
    const found = await findIn(log, {
      ...{ session, words: query, limit: Math.min(limit, limits.pageSessions), first: firstSeq, head },
      ...(after === undefined ? { before: before ?? head + 1 } : { after }),
      isMeant: ({ kind }) => wanted === null || wanted.has(kind),
      isWanted: () => !response.destroyed,
    });
    return { ...found, firstSeq, head, epoch: log.epoch };
  },
});

interface Search {
  readonly session: string;
  readonly words: string;
  readonly limit: number;
  readonly first: number;
  readonly head: number;
  /** Search forward from here; otherwise backward from `before`. */
  readonly after?: number;
  readonly before?: number;
  readonly isMeant: (hit: Hit) => boolean;
  /** Whether the client still waits for the answer. */
  readonly isWanted: () => boolean;
}

/** The hits in the direction of the search, and where to continue; null at the end. */
export async function findIn(log: Log, search: Search): Promise<Pick<FindAnswer, "items" | "next">> {
  const { after, before = 0, first, head, limit } = search;
  const isForward = after !== undefined;
  const items: Hit[] = [];
  let at = isForward ? Math.max(after, first - 1) : Math.min(before, head + 1);
  for (let looked = 0; looked < MAX_LOOKED_AT; looked += SLICE.events) {
    const [from, to] = isForward
      ? [at + 1, Math.min(at + SLICE.events, head)]
      : [Math.max(first, at - SLICE.events), at - 1];
    if (from > to) return { items, next: null };
    const hits = await hitsBetween(log, search, { from, to });
    for (const hit of isForward ? hits : hits.reverse()) {
      items.push(hit);
      if (items.length === limit) return { items, next: hit.seq };
    }
    at = isForward ? to : from;
    if (!search.isWanted()) break;
  }
  return { items, next: at };
}

/** In the order of the log. */
async function hitsBetween(
  log: Log,
  { session, words, isMeant, isWanted }: Search,
  { from, to }: { from: number; to: number },
): Promise<Hit[]> {
  const finder = new Finder(words);
  const hits: Hit[] = [];
  for (let after = Math.max(0, from - 1 - OVERLAP); after < to; ) {
    await setImmediate();
    if (!isWanted()) break;
    const { maxBytes } = SLICE;
    const page = log.skim({ session, after, limit: to - after, maxBytes, whole: findTypes, bare: [] });
    for (const event of page.events) {
      const hit = finder.mayHave(event) ? hitIn(finder, session, event) : null;
      if (hit && hit.seq >= from && isMeant(hit)) hits.push(hit);
    }
    after = Math.max(page.lastSeq, after + 1);
  }
  return hits;
}

/** Events that can't be parsed have no hits. */
function hitIn(finder: Finder, session: string, { seq, at, type, data }: SkimmedEvent): Hit | null {
  try {
    return finder.add({ session, seq, at, type, by: { kind: "daemon" }, data: JSON.parse(data ?? "null") });
  } catch {
    return null;
  }
}

const isBlockName = (word: string): word is BlockName => (blockNames as readonly string[]).includes(word);

function kindsNamed(kinds: string | undefined): ReadonlySet<BlockKind> | null {
  const words = kinds?.split(",").filter(Boolean) ?? [];
  const unknown = words.find((word) => !isBlockName(word));
  if (unknown !== undefined)
    throw new Refusal("invalid_body", `kinds must be of ${blockNames.join(", ")}, not "${unknown}".`);
  return words.length === 0 ? null : new Set(words.filter(isBlockName));
}
