// The pages of a log that somebody moves through: each is fetched once, and those that were used last are kept.
import type { Event } from "../../core/index.ts";

/** Where events come from. */
export interface EventSource {
  /** The events after `after`, up to `limit` of them. */
  events(query: {
    after: number;
    limit: number;
  }): Promise<{ events: readonly Event[]; firstSeq: number; epoch: string }>;
  /** The beginnings of the turns in this range, in order. */
  turns(from: number, to: number): Promise<readonly number[]>;
}

const PAGE_EVENTS = 250;
const MAX_KEPT = 80;

export class EventPages {
  firstSeq = 1;
  readonly #source: EventSource;
  #epoch: string | null = null;
  /** By number, in the order of last use. */
  readonly #kept = new Map<number, readonly Event[]>();
  /** Why a page that was fetched ahead did not come. */
  #failure: { readonly error: unknown } | null = null;
  readonly #underWay = new Map<number, Promise<readonly Event[]>>();

  constructor(source: EventSource) {
    this.#source = source;
  }

  /** The events `from` to `to`, as many as there are. */
  async range(from: number, to: number): Promise<Event[]> {
    const numbers: number[] = [];
    for (let number = pageOf(Math.max(1, from)); number <= pageOf(to); number++) numbers.push(number);
    const pages = await Promise.all(numbers.map((number) => this.#page(number, Math.min(to, endOf(number)))));
    return pages.flat().filter(({ seq }) => seq >= from && seq <= to);
  }

  /** Of the events `from` to `to` those that are at hand, without a gap. The page after them is fetched. Throws if that has failed. */
  atHand(from: number, to: number): readonly Event[] {
    const page = this.#kept.get(pageOf(from)) ?? [];
    const events = page.filter(({ seq }) => seq >= from && seq <= to);
    const next = (events.at(-1)?.seq ?? from - 1) + 1;
    if (next <= to) {
      const isNear = next - from < PAGE_EVENTS / 2;
      const more = isNear ? this.#kept.get(pageOf(next)) : undefined;
      if (more && pageOf(next) !== pageOf(from))
        return [...events, ...more.filter(({ seq }) => seq >= next && seq <= to)];
      if (isNear) this.#fetchAhead(pageOf(next), to);
    }
    return events;
  }

  /** What could not be fetched ahead is fetched again. */
  retry(): void {
    this.#failure = null;
  }

  #fetchAhead(number: number, to: number): void {
    const failure = this.#failure;
    this.#failure = null;
    if (failure) throw failure.error;
    if (this.#underWay.has(number)) return;
    this.#page(number, Math.min(to, endOf(number))).catch((error: unknown) => {
      this.#failure = { error };
    });
  }

  /** The page with all events up to `to`. */
  #page(number: number, to: number): Promise<readonly Event[]> {
    const kept = this.#kept.get(number);
    if (kept && (kept.at(-1)?.seq ?? 0) >= to) {
      this.#kept.delete(number);
      this.#kept.set(number, kept);
      return Promise.resolve(kept);
    }
    const underWay = this.#underWay.get(number);
    // What is fetched may have been asked for before there were so many.
    if (underWay) return underWay.then((page) => ((page.at(-1)?.seq ?? 0) >= to ? page : this.#page(number, to)));
    const begun = this.#fetch(number, kept ?? [], to).finally(() => this.#underWay.delete(number));
    this.#underWay.set(number, begun);
    return begun;
  }

  async #fetch(number: number, before: readonly Event[], to: number): Promise<readonly Event[]> {
    const page = [...before];
    for (;;) {
      const after = page.at(-1)?.seq ?? endOf(number - 1);
      if (after >= to) break;
      const { events, firstSeq, epoch } = await this.#source.events({ after, limit: endOf(number) - after });
      if (this.#epoch !== null && this.#epoch !== epoch) throw new Error("The log was replaced.");
      if (events.length === 0) throw new Error("The log was replaced.");
      this.#epoch = epoch;
      this.firstSeq = firstSeq;
      // Of a log whose beginning was removed, a page may have nothing.
      const own = events.filter(({ seq }) => seq > after && seq <= endOf(number));
      if (own.length === 0) break;
      page.push(...own);
    }
    this.#kept.set(number, page);
    for (const oldest of [...this.#kept.keys()].slice(0, -MAX_KEPT)) this.#kept.delete(oldest);
    return page;
  }
}

const pageOf = (seq: number): number => Math.floor((seq - 1) / PAGE_EVENTS);
const endOf = (number: number): number => (number + 1) * PAGE_EVENTS;
