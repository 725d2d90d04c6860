// A session as it was: its transcript up to any event. It moves without waiting where the events are at hand, and has the same transcript as the fold of
// the log up to there.
import { type Event, initialState, type Reel, type SessionState, statusOf, type Transcript } from "../../core/index.ts";
import { LogWindow, usualBounds } from "../log-window.ts";
import { EventPages, type EventSource } from "./event-pages.ts";
import { turnAfter, turnBefore } from "./turns.ts";

/** Shown before an event that was jumped to. */
const SHOWN_EVENTS = 200;
const MOST_AT_ONCE = 2000;

export class PastView implements Reel {
  /** Called when a reader has moved through what is shown. The moment itself is moved by whoever plays. */
  onLook: () => void = () => {};
  readonly #source: EventSource;
  readonly #pages: EventPages;
  #head: number;
  #window: LogWindow;
  #current: Event | null = null;
  #isHeld = false;
  #moves = 0;

  constructor(source: EventSource, head: number) {
    this.#source = source;
    this.#pages = new EventPages(source);
    this.#head = head;
    this.#window = windowOf([], 1);
  }

  /** Known with the first event. */
  get first(): number {
    return this.#pages.firstSeq;
  }

  get head(): number {
    return this.#head;
  }

  /** There are more events now. */
  extendTo(head: number): void {
    this.#head = Math.max(this.#head, head);
  }

  get current(): Event | null {
    return this.#current;
  }

  get transcript(): Transcript {
    return this.#window.transcript;
  }

  get firstSeq(): number {
    return this.#window.firstSeq;
  }

  get lastSeq(): number {
    return this.#window.lastSeq;
  }

  /** Of this view: what came later is not to be seen. */
  get lastSeenSeq(): number {
    return this.lastSeq;
  }

  get hasOlder(): boolean {
    return this.firstSeq > this.#pages.firstSeq;
  }

  /** A reader may have gone so far back that the newest events were dropped. */
  get hasNewer(): boolean {
    return this.#window.hasNewer;
  }

  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#window.isHeld = isHeld;
  }

  /** Moves what is seen to this event. What comes after the moment is not shown: there the moment itself moves. */
  async seek(seq: number): Promise<void> {
    const window = this.#window;
    if (seq > window.head) {
      await this.show(seq);
      // A turn is shown with its prompt, which is the event behind its beginning.
      if (this.#current?.type === "turn_start") await this.show(seq + 1);
      return this.onLook();
    }
    const half = SHOWN_EVENTS / 2;
    const events = await this.#pages.range(Math.max(1, seq - half), Math.min(window.head, seq + half));
    if (window !== this.#window) return;
    window.replace({ events, firstSeq: this.#pages.firstSeq });
    this.onLook();
  }

  async show(seq: number): Promise<void> {
    const place = Math.min(Math.max(1, Math.round(seq)), this.#head);
    const move = ++this.#moves;
    const isWithin = place >= this.firstSeq && place <= this.lastSeq;
    const from = isWithin ? this.firstSeq : place - SHOWN_EVENTS + 1;
    const events = await this.#pages.range(from, place);
    if (move !== this.#moves || this.#head === 0) return;
    // The beginning of the log was removed.
    if (events.length === 0 && place < this.first) return this.show(this.first);
    this.#show(events, place);
  }

  retry(): void {
    this.#pages.retry();
  }

  upcoming(): readonly Event[] {
    // The beginning of the log may have been removed.
    const from = Math.max((this.#current?.seq ?? 0) + 1, this.first);
    return from > this.#head ? [] : this.#pages.atHand(from, Math.min(this.#head, from + MOST_AT_ONCE));
  }

  showUpTo(seq: number): void {
    for (const event of this.upcoming()) {
      if (event.seq > seq) break;
      this.#window.take(event, keepState);
      this.#current = event;
    }
  }

  async loadOlder(): Promise<boolean> {
    const window = this.#window;
    if (!this.hasOlder) return false;
    const to = window.firstSeq - 1;
    const events = await this.#pages.range(Math.max(1, to - SHOWN_EVENTS + 1), to);
    if (window === this.#window) {
      window.prepend({ events, firstSeq: this.#pages.firstSeq });
      this.onLook();
    }
    return this.hasOlder;
  }

  async loadNewer(): Promise<boolean> {
    const window = this.#window;
    if (!window.hasNewer) return false;
    const events = await this.#pages.range(window.lastSeq + 1, Math.min(window.head, window.lastSeq + SHOWN_EVENTS));
    if (window === this.#window) {
      window.append({ events, firstSeq: this.#pages.firstSeq });
      this.onLook();
    }
    return this.hasNewer;
  }

  async toEnd(): Promise<void> {
    if (!this.hasNewer) return;
    await this.show(this.#window.head);
    this.onLook();
  }

  turnAfter(seq: number): Promise<number | null> {
    return turnAfter(this.#source, seq, this.#head);
  }

  turnBefore(seq: number): Promise<number | null> {
    return turnBefore(this.#source, seq);
  }

  #show(events: readonly Event[], place: number): void {
    this.#current = events.at(-1) ?? null;
    this.#window = windowOf(events, this.#pages.firstSeq, place);
    this.#window.isHeld = this.#isHeld;
  }
}

/** Its state is not known: only the daemon folds all of a log. */
const keepState = (state: SessionState): SessionState => state;

const windowOf = (events: readonly Event[], firstSeq: number, head = 0): LogWindow =>
  new LogWindow({
    epoch: null,
    folded: { state: { ...initialState, version: -1, head }, status: statusOf(initialState) },
    events,
    firstSeq,
    bounds: usualBounds,
  });
