// What a client holds of a session's log: the state at its head, and a bounded stretch of events as a transcript. The stretch follows the head
// until it is moved elsewhere. No I/O: whoever fills it decides where events come from.
import {
  type Event,
  emptyTranscript,
  extendTranscript,
  FOLD_VERSION,
  initialState,
  reduce,
  type SessionState,
  type Status,
  statusOf,
  type Transcript,
} from "../core/index.ts";
import type { Conditions } from "./why.ts";

/** How much is held at most; of events one at least, however long it is, unless none are wanted. */
export interface WindowBounds {
  readonly events: number;
  /** Of their data, as JSON. */
  readonly characters: number;
}

export const usualBounds: WindowBounds = { events: 2000, characters: 8 * 1024 * 1024 };

/** Events that follow each other, and the lowest seq that the log still has. */
export interface Stretch {
  readonly events: readonly Event[];
  readonly firstSeq: number;
}

/** A session as the daemon has folded it. */
export interface FoldedSession {
  readonly state: SessionState;
  readonly status: Status;
  /** What decisions about it depend on besides its state. */
  readonly conditions?: Conditions;
}

export interface WindowContents extends Stretch {
  /** Which life of the log the seqs belong to; null = nothing is known of it yet. */
  readonly epoch: string | null;
  readonly folded: FoldedSession;
  readonly bounds?: WindowBounds;
}

export class LogWindow {
  readonly epoch: string | null;
  readonly #bounds: WindowBounds;
  #folded: FoldedSession;
  #head: number;
  #logFirstSeq: number;
  #events: Event[] = [];
  #characters = 0;
  /** Folded when somebody looks: most events come in crowds. */
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

  /** At the head, or on the way there (`isBehind`). */
  get state(): SessionState {
    return this.#folded.state;
  }

  /** As they were when the session was asked for. */
  get conditions(): Conditions {
    return this.#folded.conditions ?? {};
  }

  /** As of this time; of a state that this version can't read, as the daemon says it. */
  statusAt(now: string): Status {
    const { state, status } = this.#folded;
    return state.version === FOLD_VERSION ? statusOf(state, now) : status;
  }

  /** The newest event that is known of, wherever the stretch is. */
  get head(): number {
    return this.#head;
  }

  /** The state can't be folded here, as a daemon of another version made it: it is to be asked for again. */
  get isBehind(): boolean {
    return this.state.head < this.#head;
  }

  get hasOlder(): boolean {
    return this.firstSeq > this.#logFirstSeq;
  }

  get hasNewer(): boolean {
    return this.lastSeq < this.#head;
  }

  /** The oldest event that is held; past the head when none is. */
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

  /** Takes in what happens. True when it is new: an event is known by its place alone, whatever it says. */
  take(event: Event): boolean {
    if (event.seq <= this.#head) return false;
    const isFollowing = !this.hasNewer;
    this.#head = event.seq;
    const { state } = this.#folded;
    if (canFold(state, event)) this.#folded = { ...this.#folded, state: reduce(state, event) };
    if (!isFollowing || this.#bounds.events === 0) return true;
    this.#extend([event]);
    // A quarter at once: what is left is folded anew each time.
    if (this.#isOver(this.#bounds)) this.#shrink("oldest", threeQuarters(this.#bounds));
    return true;
  }

  /** The session as the daemon has folded it by now. */
  renew(folded: FoldedSession): void {
    if (folded.state.head > this.state.head) this.#folded = folded;
  }

  /** Takes in what comes right before the oldest event; the newest give way. What does not reach up to it is of no use. */
  prepend({ events, firstSeq }: Stretch): void {
    this.#logFirstSeq = firstSeq;
    const older = events.filter(({ seq }) => seq < this.firstSeq);
    if (older.at(-1)?.seq !== this.firstSeq - 1) return;
    this.#hold([...older, ...this.#events]);
    this.#shrink("newest", this.#bounds);
  }

  /** Takes in what comes right after the newest event; the oldest give way. */
  append({ events, firstSeq }: Stretch): void {
    this.#logFirstSeq = firstSeq;
    const newer = events.filter(({ seq }) => seq > this.lastSeq && seq <= this.#head);
    if (newer[0]?.seq !== this.lastSeq + 1) return;
    this.#extend(newer);
    this.#shrink("oldest", this.#bounds);
  }

  /** Holds these instead. Of what is past the head, those who follow hear by themselves. */
  replace({ events, firstSeq }: Stretch): void {
    this.#logFirstSeq = firstSeq;
    this.#hold(events.filter(({ seq }) => seq <= this.#head));
    this.#shrink("newest", this.#bounds);
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

  #isOver({ events, characters }: WindowBounds): boolean {
    return this.#events.length > events || this.#characters > characters;
  }

  #shrink(end: "oldest" | "newest", bounds: WindowBounds): void {
    if (!this.#isOver(bounds)) return;
    const inOrder = end === "oldest" ? this.#events.toReversed() : this.#events;
    let [count, characters] = [0, 0];
    for (const event of inOrder) {
      characters += sizeOf([event]);
      if (count > 0 && (count >= bounds.events || characters > bounds.characters)) break;
      count++;
    }
    this.#hold(end === "oldest" ? this.#events.slice(-count) : this.#events.slice(0, count));
  }
}

/** Only what this version made, and only the next event. */
const canFold = ({ version, head }: SessionState, { seq }: Event): boolean =>
  version === FOLD_VERSION && seq <= head + 1;

const threeQuarters = ({ events, characters }: WindowBounds): WindowBounds => ({
  events: Math.ceil((events * 3) / 4),
  characters: (characters * 3) / 4,
});

const sizeOf = (events: readonly Event[]): number =>
  events.reduce((sum, { data }) => sum + (JSON.stringify(data)?.length ?? 0), 0);
