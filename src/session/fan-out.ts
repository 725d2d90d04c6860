// Who follows what. A follower is a cursor: it is woken when there may be more, and reads at its own pace.
// Events are read from the log once for all followers of a session, not once per follower.
import type { Log, StoredEvent } from "../log/index.ts";
import { RowChanges } from "./row-changes.ts";

type Wake = () => void;

interface Tail {
  followers: Set<Wake>;
  /** The newest seq that is there to be read. */
  head: number;
  /** Contiguous, up to where the follower who is furthest along has read. */
  events: StoredEvent[];
  bytes: number;
}

const TAIL_EVENTS = 1000;
const TAIL_BYTES = 1024 * 1024;
const PAGE_EVENTS = 1000;

export class FanOut {
  /** For those who follow the list. */
  readonly rows: RowChanges;
  readonly #log: Log;
  readonly #tails = new Map<string, Tail>();
  readonly #everything = new Set<Wake>();

  constructor(log: Log) {
    this.#log = log;
    this.rows = new RowChanges(log);
  }

  /** The session's log now ends at `head`. A follower whose wake throws is dropped; the others are not affected. */
  publish(session: string, head: number): void {
    const tail = this.#tails.get(session);
    if (tail) {
      tail.head = head;
      wakeAll(tail.followers);
    }
    wakeAll(this.#everything);
    this.rows.note(session);
  }

  /** The log failed and is open again: what was kept of it is dropped, and everyone looks again. */
  reset(): void {
    for (const [session, tail] of this.#tails) {
      Object.assign(tail, { head: this.#headOf(session), events: [], bytes: 0 });
      wakeAll(tail.followers);
    }
    wakeAll(this.#everything);
    this.rows.restart();
  }

  /** Follows one session; returns how to stop. */
  follow(session: string, wake: Wake): () => void {
    const tail = this.#tails.get(session) ?? this.#newTail(session);
    this.#tails.set(session, tail);
    tail.followers.add(wake);
    return () => {
      tail.followers.delete(wake);
      if (tail.followers.size === 0 && this.#tails.get(session) === tail) this.#tails.delete(session);
    };
  }

  /** Whether somebody follows this very session. */
  isFollowed(session: string): boolean {
    return this.#tails.has(session);
  }

  /** Follows every session. */
  followAll(wake: Wake): () => void {
    this.#everything.add(wake);
    return () => this.#everything.delete(wake);
  }

  /** The next events after a cursor, so many characters at most but at least one event; empty = nothing more now. */
  after(session: string, seq: number, maxBytes: number): readonly StoredEvent[] {
    const tail = this.#tails.get(session);
    if (tail && seq >= tail.head) return [];
    const first = tail?.events[0]?.seq ?? Number.POSITIVE_INFINITY;
    const last = tail?.events.at(-1)?.seq ?? 0;
    if (tail && seq >= first - 1 && seq < last) return firstBytes(tail.events, { from: seq - first + 1, maxBytes });
    const { events } = this.#log.read({ session, after: seq, limit: PAGE_EVENTS, maxBytes });
    if (tail && seq >= last) extend(tail, { events, isNext: events[0]?.seq === last + 1 });
    return events;
  }

  #newTail(session: string): Tail {
    return { followers: new Set(), head: this.#headOf(session), events: [], bytes: 0 };
  }

  #headOf(session: string): number {
    return this.#log.read({ session, after: Number.MAX_SAFE_INTEGER, limit: 1 }).head;
  }
}

/** What the follower furthest along has read is kept for those who come after it, as far as it is small. */
function extend(tail: Tail, { events, isNext }: { events: readonly StoredEvent[]; isNext: boolean }): void {
  if (!isNext) {
    tail.events = [];
    tail.bytes = 0;
  }
  for (const event of events) {
    tail.events.push(event);
    tail.bytes += event.line.length;
  }
  while (tail.events.length > TAIL_EVENTS || (tail.bytes > TAIL_BYTES && tail.events.length > 1)) {
    tail.bytes -= tail.events.shift()?.line.length ?? 0;
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

function firstBytes(
  events: readonly StoredEvent[],
  { from, maxBytes }: { from: number; maxBytes: number },
): readonly StoredEvent[] {
  let bytes = 0;
  let end = from;
  while (end < events.length) {
    bytes += events[end]?.line.length ?? 0;
    if (end > from && bytes > maxBytes) break;
    end++;
  }
  return events.slice(from, end);
}
