// The followers of logs. A follower is a cursor: it is woken when there may be more, and reads at its own pace.
// Lines committed while someone follows are kept in memory; older ones are read from the log.
import type { Log, StoredEvent } from "../log/index.ts";
import { RowChanges } from "./row-changes.ts";

type Wake = () => void;

interface Tail {
  followers: Set<Wake>;
  /** The newest readable seq. */
  head: number;
  /** Contiguous: the newest committed lines, or those that the furthest follower has read. */
  events: StoredEvent[];
  bytes: number;
}

export interface Published {
  /** Where the session's log ends now. */
  head: number;
  /** The newest events, if they are in memory. */
  stored?: () => readonly StoredEvent[];
}

const TAIL_EVENTS = 1000;
const TAIL_BYTES = 1024 * 1024;
const PAGE_EVENTS = 1000;

export class FanOut {
  /** For followers of the list. */
  readonly rows: RowChanges;
  readonly #log: Log;
  readonly #tails = new Map<string, Tail>();
  readonly #everything = new Set<Wake>();

  constructor(log: Log) {
    this.#log = log;
    this.rows = new RowChanges(log);
  }

  /** The session's log has grown. A follower whose wake throws is dropped; the others are not affected. */
  publish(session: string, { head, stored = () => [] }: Published): void {
    const tail = this.#tails.get(session);
    if (tail) {
      tail.head = head;
      extend(tail, stored());
      wakeAll(tail.followers);
    }
    wakeAll(this.#everything);
    this.rows.note(session);
  }

  /** The log failed and was reopened: drops the cached lines and wakes everyone. */
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

  /** Whether someone follows this session itself. */
  isFollowed(session: string): boolean {
    return this.#tails.has(session);
  }

  /** Follows every session. */
  followAll(wake: Wake): () => void {
    this.#everything.add(wake);
    return () => this.#everything.delete(wake);
  }

  /** The next events after a cursor, up to this many characters but at least one event; empty = nothing more now. */
  after(session: string, seq: number, maxCharacters: number): readonly StoredEvent[] {
    const tail = this.#tails.get(session);
    if (tail && seq >= tail.head) return [];
    const first = tail?.events[0]?.seq ?? Number.POSITIVE_INFINITY;
    const last = tail?.events.at(-1)?.seq ?? 0;
    if (tail && seq >= first - 1 && seq < last) return firstPage(tail.events, { from: seq - first + 1, maxCharacters });
    const { events } = this.#log.read({ session, after: seq, limit: PAGE_EVENTS, maxBytes: maxCharacters });
    if (tail && seq >= last) extend(tail, events);
    return events;
  }

  #newTail(session: string): Tail {
    return { followers: new Set(), head: this.#headOf(session), events: [], bytes: 0 };
  }

  #headOf(session: string): number {
    return this.#log.read({ session, after: Number.MAX_SAFE_INTEGER, limit: 1 }).head;
  }
}

/** Adds these events to the cached ones if they are contiguous, within a size limit. */
function extend(tail: Tail, events: readonly StoredEvent[]): void {
  const last = tail.events.at(-1)?.seq ?? 0;
  const added = events.filter(({ seq }) => seq > last);
  if (added.length === 0) return;
  if (added[0]?.seq !== last + 1) {
    tail.events = [];
    tail.bytes = 0;
  }
  for (const event of added) {
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

function firstPage(
  events: readonly StoredEvent[],
  { from, maxCharacters }: { from: number; maxCharacters: number },
): readonly StoredEvent[] {
  let characters = 0;
  let end = from;
  while (end < events.length) {
    characters += events[end]?.line.length ?? 0;
    if (end > from && characters > maxCharacters) break;
    end++;
  }
  return events.slice(from, end);
}
