// Who follows what. A follower is a cursor: it is woken when there may be more, and reads at its own pace.
// Events are read from the log once for all followers of a session, not once per follower.
import type { Log, StoredEvent } from "../log/index.ts";

type Wake = () => void;

interface Tail {
  followers: Set<Wake>;
  /** The newest events, contiguous, as far as some follower has asked for them. */
  events: StoredEvent[];
  bytes: number;
}

const TAIL_EVENTS = 1000;
const TAIL_BYTES = 1024 * 1024;
const PAGE_BYTES = 64 * 1024;
const PAGE_EVENTS = 1000;

export class FanOut {
  readonly #log: Log;
  readonly #tails = new Map<string, Tail>();
  readonly #everything = new Set<Wake>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Something was committed for this session. A follower whose wake throws is dropped; the others are not affected. */
  publish(session: string): void {
    const tail = this.#tails.get(session);
    if (tail) wakeAll(tail.followers);
    wakeAll(this.#everything);
  }

  /** Follows one session; returns how to stop. */
  follow(session: string, wake: Wake): () => void {
    const tail = this.#tails.get(session) ?? { followers: new Set(), events: [], bytes: 0 };
    this.#tails.set(session, tail);
    tail.followers.add(wake);
    return () => {
      tail.followers.delete(wake);
      if (tail.followers.size === 0 && this.#tails.get(session) === tail) this.#tails.delete(session);
    };
  }

  /** Follows every session. */
  followAll(wake: Wake): () => void {
    this.#everything.add(wake);
    return () => this.#everything.delete(wake);
  }

  get followers(): number {
    let count = this.#everything.size;
    for (const tail of this.#tails.values()) count += tail.followers.size;
    return count;
  }

  /** The next events after a cursor, about 64 KB at most; empty = nothing more now. */
  after(session: string, seq: number): readonly StoredEvent[] {
    const tail = this.#tails.get(session);
    const first = tail?.events[0];
    if (tail && first && seq >= first.seq - 1) {
      this.#readOn(session, tail);
      return firstBytes(tail.events, seq - first.seq + 1);
    }
    const { events } = this.#log.read({ session, after: seq, limit: PAGE_EVENTS, maxBytes: PAGE_BYTES });
    if (tail) this.#seed(tail, events);
    return events;
  }

  /** Takes into the tail what was committed since it was last asked for. */
  #readOn(session: string, tail: Tail): void {
    const newest = tail.events.at(-1);
    if (!newest) return;
    const { events } = this.#log.read({ session, after: newest.seq, limit: PAGE_EVENTS, maxBytes: TAIL_BYTES });
    if (events.length === 0) return;
    tail.events.push(...events);
    for (const { line } of events) tail.bytes += line.length;
    while (tail.events.length > TAIL_EVENTS || (tail.bytes > TAIL_BYTES && tail.events.length > 1)) {
      tail.bytes -= tail.events.shift()?.line.length ?? 0;
    }
  }

  /** The page of a follower who is further along than the tail becomes the tail. */
  #seed(tail: Tail, events: readonly StoredEvent[]): void {
    const newest = events.at(-1);
    const current = tail.events.at(-1);
    if (!newest || (current && current.seq >= newest.seq)) return;
    tail.events = [...events];
    tail.bytes = events.reduce((sum, { line }) => sum + line.length, 0);
  }
}

function wakeAll(followers: Set<Wake>): void {
  for (const wake of followers) {
    try {
      wake();
    } catch {
      followers.delete(wake);
    }
  }
}

function firstBytes(events: readonly StoredEvent[], from: number): readonly StoredEvent[] {
  let bytes = 0;
  let end = from;
  while (end < events.length && (end === from || bytes < PAGE_BYTES)) bytes += events[end++]?.line.length ?? 0;
  return events.slice(from, end);
}
