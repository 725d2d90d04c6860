// A session's transcript as it was printed at any moment, for a screen: jumped to, or played on event by event.
import { EventPages, type EventSource, turnAfter, turnBefore } from "../../client/playback/index.ts";
import type { Event } from "../../core/index.ts";
import type { Reel } from "../../core/playback/index.ts";

/** What events are printed on. */
export interface Sheet {
  feed(event: Event): void;
  readonly rows: readonly string[];
}

/** Printed before an event that was jumped to. */
const SHOWN_EVENTS = 500;
const MOST_AT_ONCE = 2000;

export class PrintedReel implements Reel {
  readonly #source: EventSource;
  readonly #pages: EventPages;
  readonly #newSheet: () => Sheet;
  #head: number;
  #sheet: Sheet;
  #current: Event | null = null;
  #moves = 0;

  constructor({ source, head, newSheet }: { source: EventSource; head: number; newSheet: () => Sheet }) {
    this.#source = source;
    this.#pages = new EventPages(source);
    this.#head = head;
    this.#newSheet = newSheet;
    this.#sheet = newSheet();
  }

  get current(): Event | null {
    return this.#current;
  }

  /** Known with the first event. */
  get first(): number {
    return this.#pages.firstSeq;
  }

  get head(): number {
    return this.#head;
  }

  get rows(): readonly string[] {
    return this.#sheet.rows;
  }

  /** There are more events now. */
  extendTo(head: number): void {
    this.#head = Math.max(this.#head, head);
  }

  async show(seq: number): Promise<void> {
    const place = Math.min(Math.max(1, seq), this.#head);
    const move = ++this.#moves;
    const events = await this.#pages.range(place - SHOWN_EVENTS + 1, place);
    if (move !== this.#moves || this.#head === 0) return;
    // The beginning of the log was removed.
    if (events.length === 0 && place < this.first) return this.show(this.first);
    this.#sheet = this.#newSheet();
    for (const event of events) this.#sheet.feed(event);
    this.#current = events.at(-1) ?? null;
  }

  /** The same moment on a new sheet: the screen has another width. */
  printAgain(): Promise<void> {
    return this.show(this.#current?.seq ?? 1);
  }

  upcoming(): readonly Event[] {
    const from = (this.#current?.seq ?? 0) + 1;
    return from > this.#head ? [] : this.#pages.atHand(from, Math.min(this.#head, from + MOST_AT_ONCE));
  }

  showUpTo(seq: number): void {
    for (const event of this.upcoming()) {
      if (event.seq > seq) break;
      this.#sheet.feed(event);
      this.#current = event;
    }
  }

  turnAfter(seq: number): Promise<number | null> {
    return turnAfter(this.#source, seq, this.#head);
  }

  turnBefore(seq: number): Promise<number | null> {
    return turnBefore(this.#source, seq);
  }
}
