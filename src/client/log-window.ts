// A client's part of a session's log: the state at its head, and a bounded range of events as a transcript. The range follows the head until it is
// moved. No I/O: the caller fetches events.
import {
  type Event,
  emptyTranscript,
  extendTranscript,
  FOLD_VERSION,
  initialState,
  type SessionState,
  type Status,
  statusOf,
  type Transcript,
} from "../core/index.ts";
import type { Conditions } from "./conditions.ts";

/** The maximum size; at least one event is held, however large, unless none are wanted. */
export interface WindowBounds {
  readonly events: number;
  /** Of their data, as JSON. */
  readonly characters: number;
}

export const usualBounds: WindowBounds = { events: 2000, characters: 8 * 1024 * 1024 };

/** Consecutive events, and the lowest seq that the log still has. */
export interface Stretch {
  readonly events: readonly Event[];
  readonly firstSeq: number;
}

/** A session as folded by the daemon. */
export interface FoldedSession {
  readonly state: SessionState;
  readonly status: Status;
  /** What decisions depend on besides the state. */
  readonly conditions?: Conditions;
}

/** The core's `reduce`, which is loaded apart (`fold`). */
type Fold = (state: SessionState, event: Event) => SessionState;

export interface WindowContents extends Stretch {
  /** The epoch of the seqs; null = nothing is known yet. */
  readonly epoch: string | null;
  readonly folded: FoldedSession;
  readonly bounds?: WindowBounds;
}

export class LogWindow {
  readonly epoch: string | null;
  /** Somebody reads in the middle of the range: new events do not push old ones out. At its maximum size the range stops following. */
  isHeld = false;
  readonly #bounds: WindowBounds;
  #folded: FoldedSession;
  #head: number;
  #logFirstSeq: number;
  #events: Event[] = [];
  #characters = 0;
  /** Folded on demand, because most events arrive in groups. */
  #transcript: Transcript = emptyTranscript;
  #unfolded: Event[] = [];

  constructor({ epoch, folded, events, firstSeq, bounds = usualBounds }: WindowContents) {
    this.epoch = epoch;
    this.#bounds = bounds;
    this.#folded = folded;
    this.#head = folded.state.head;
    this.#logFirstSeq = firstSeq;
    this.#hold(events);
    this.#shrink("oldest", bounds);
  }

  static readonly nothing = (): LogWindow =>
    new LogWindow({
      epoch: null,
      folded: { state: initialState, status: statusOf(initialState) },
      events: [],
      firstSeq: 1,
    });

  /** Holds no events. */
  static readonly stateOnly = (epoch: string, folded: FoldedSession): LogWindow =>
    new LogWindow({ epoch, folded, events: [], firstSeq: 1, bounds: { events: 0, characters: 0 } });

  /** At the head, or catching up (`isBehind`). */
  get state(): SessionState {
    return this.#folded.state;
  }

  /** As they were when the session was requested. */
  get conditions(): Conditions {
    return this.#folded.conditions ?? {};
  }

  /** At this time; for a state that this version can't fold, as sent by the daemon. */
  statusAt(now: string): Status {
    const { state, status } = this.#folded;
    return state.version === FOLD_VERSION ? statusOf(state, now) : status;
  }

  /** The newest known event, wherever the range is. */
  get head(): number {
    return this.#head;
  }

  /** The state can't be folded here, because a daemon of another version made it: it must be requested again. */
  get isBehind(): boolean {
    return this.state.head < this.#head;
  }

  get hasOlder(): boolean {
    return this.firstSeq > this.#logFirstSeq;
  }

  get hasNewer(): boolean {
    return this.lastSeq < this.#head;
  }

  /** The oldest event in the range; past the head if the range is empty. */
  get firstSeq(): number {
    return this.#events[0]?.seq ?? this.#head + 1;
  }

  /** The newest one. */
  get lastSeq(): number {
    return this.#events.at(-1)?.seq ?? this.#head;
  }

  get transcript(): Transcript {
    if (this.#unfolded.length > 0) {
      this.#transcript = extendTranscript(this.#transcript, this.#unfolded);
      this.#unfolded = [];
    }
    return this.#transcript;
  }

  /** Adds an event. True if it is new: an event is identified by its seq alone. */
  take(event: Event, reduce: Fold): boolean {
    if (event.seq <= this.#head) return false;
    const isFollowing = !this.hasNewer;
    this.#head = event.seq;
    const { state } = this.#folded;
    if (canFold(state, event)) this.#folded = { ...this.#folded, state: reduce(state, event) };
    if (!isFollowing || this.#bounds.events === 0 || (this.isHeld && this.#isFullFor(event))) return true;
    this.#extend([event]);
    // A quarter at once, because the rest is folded again each time.
    if (this.#isOver(this.#bounds)) this.#shrink("oldest", threeQuarters(this.#bounds));
    return true;
  }

  /** The session as folded by the daemon now. */
  renew(folded: FoldedSession): void {
    if (folded.state.head > this.state.head) this.#folded = folded;
  }

  /** Moves the head to where the daemon has folded to, past events that are not in the range. */
  leap(folded: FoldedSession): void {
    this.renew(folded);
    this.#head = Math.max(this.#head, folded.state.head);
  }

  /** Adds the events right before the oldest one; the newest are dropped. Events that do not connect are ignored. */
  prepend({ events, firstSeq }: Stretch): void {
    this.#logFirstSeq = firstSeq;
    const older = events.filter(({ seq }) => seq < this.firstSeq);
    if (older.at(-1)?.seq !== this.firstSeq - 1) return;
    this.#hold([...older, ...this.#events]);
    this.#shrink("newest", this.#bounds);
  }

  /** Adds the events right after the newest one; the oldest are dropped. */
  append({ events, firstSeq }: Stretch): void {
    this.#logFirstSeq = firstSeq;
    const newer = events.filter(({ seq }) => seq > this.lastSeq && seq <= this.#head);
    if (newer[0]?.seq !== this.lastSeq + 1) return;
    this.#extend(newer);
    this.#shrink("oldest", this.#bounds);
  }

  /**
   * Replaces the range. Of more than fits it keeps what begins at the event `around` and as much as possible before it; without `around` the newest.
   * Followers receive what is past the head by themselves.
   */
  replace({ events, firstSeq }: Stretch, around = Number.POSITIVE_INFINITY): void {
    this.#logFirstSeq = firstSeq;
    const known = events.filter(({ seq }) => seq <= this.#head);
    const [before, from] = [known.filter(({ seq }) => seq < around), known.filter(({ seq }) => seq >= around)];
    const kept = from.slice(0, fittingIn(from, this.#bounds, 1));
    const rest = {
      events: this.#bounds.events - kept.length,
      characters: this.#bounds.characters - sizeOf(kept),
    };
    const count = fittingIn(before.toReversed(), rest, kept.length === 0 ? 1 : 0);
    this.#hold([...before.slice(before.length - count), ...kept]);
  }

  #extend(events: readonly Event[]): void {
    this.#events.push(...events);
    this.#characters += sizeOf(events);
    this.#unfolded.push(...events);
  }

  #hold(events: readonly Event[]): void {
    this.#events = [...events];
    this.#characters = sizeOf(events);
    this.#transcript = emptyTranscript;
    this.#unfolded = [...events];
  }

  #isFullFor(event: Event): boolean {
    const { events, characters } = this.#bounds;
    return this.#events.length >= events || this.#characters + sizeOf([event]) > characters;
  }

  #isOver({ events, characters }: WindowBounds): boolean {
    return this.#events.length > events || this.#characters > characters;
  }

  #shrink(end: "oldest" | "newest", bounds: WindowBounds): void {
    if (!this.#isOver(bounds)) return;
    const count = fittingIn(end === "oldest" ? this.#events.toReversed() : this.#events, bounds, 1);
    this.#hold(end === "oldest" ? this.#events.slice(-count) : this.#events.slice(0, count));
  }
}

/** Only a state of this version, and only the next event. */
const canFold = ({ version, head }: SessionState, { seq }: Event): boolean =>
  version === FOLD_VERSION && seq <= head + 1;

/** How many of these events fit, from their beginning; at least so many. */
function fittingIn(events: readonly Event[], bounds: WindowBounds, least: number): number {
  let [count, characters] = [0, 0];
  for (const event of events) {
    characters += sizeOf([event]);
    if (count >= least && (count >= bounds.events || characters > bounds.characters)) break;
    count++;
  }
  return count;
}

const threeQuarters = ({ events, characters }: WindowBounds): WindowBounds => ({
  events: Math.ceil((events * 3) / 4),
  characters: (characters * 3) / 4,
});

const sizeOf = (events: readonly Event[]): number =>
  events.reduce((sum, { data }) => sum + (JSON.stringify(data)?.length ?? 0), 0);
