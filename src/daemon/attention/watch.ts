// Reads along with everything that is committed, from a place of its own that outlives the daemon, and has each page judged once.
import { background } from "../../core/index.ts";
import { isStorageFault, type Log, type StoredEvent } from "../../log/index.ts";
import type { Clock, FanOut } from "../../session/index.ts";
import type { Journal } from "../journal.ts";

interface Around {
  log: Log;
  fanOut: FanOut;
  clock: Clock;
  journal: Journal;
  /** Where to begin. */
  place: Place;
  /** Nothing of the page is told before the place behind it is safe. Rejects when that can't be done now: the page comes again. */
  take(events: readonly StoredEvent[], behind: Place): Promise<void>;
}

export interface Place {
  epoch: string;
  commit: number;
}

const PAGE = { limit: 1000, maxBytes: 256 * 1024 };
/** What a rule, or a person who watches, answers at once is not worth a call; and one look serves many commits. */
const SETTLE_MS = 250;
const RETRY_MS = 2000;

export class Watch {
  readonly #around: Around;
  #place: Place;
  #unfollow: (() => void) | null = null;
  #cancelLook: (() => void) | null = null;
  #looking: Promise<void> = Promise.resolve();
  #isFailing = false;

  constructor(around: Around) {
    this.#around = around;
    this.#place = around.place;
  }

  start(): void {
    this.#unfollow = this.#around.fanOut.followAll(() => this.#lookAfter(SETTLE_MS));
    this.#lookAfter(0);
  }

  /** Looks a last time. What can't be taken now is the next daemon's. */
  async close(): Promise<void> {
    this.#unfollow?.();
    this.#cancelLook?.();
    await this.#look();
    this.#cancelLook?.();
  }

  #lookAfter(delayMs: number): void {
    const failed = (error: unknown): void => this.#around.journal.error("nobody is called any more", error);
    this.#cancelLook ??= this.#around.clock.after(delayMs, () => background(this.#look(), failed));
  }

  /** One after the other. Never rejects. */
  #look(): Promise<void> {
    this.#cancelLook = null;
    this.#looking = this.#looking.then(() => this.#takePages());
    return this.#looking;
  }

  async #takePages(): Promise<void> {
    const { log, take, journal } = this.#around;
    try {
      this.#place = placeIn(log, this.#place);
      for (let more = true; more; ) {
        const page = log.readCommits({ after: this.#place.commit, ...PAGE });
        const behind = { epoch: log.epoch, commit: page.lastCommit };
        if (page.events.length > 0) await take(page.events, behind);
        this.#place = behind;
        more = page.more;
      }
      this.#isFailing = false;
    } catch (error) {
      // What keeps everyone from reading is told once for all.
      if (!this.#isFailing && !isStorageFault(error)) journal.error("nobody is called for a moment", error);
      this.#isFailing = true;
      this.#lookAfter(RETRY_MS);
    }
  }
}

/** A place in another history means nothing here: it goes on at the end. */
export const placeIn = (log: Log, place: Place | null): Place =>
  place?.epoch === log.epoch && place.commit <= log.lastCommit()
    ? place
    : { epoch: log.epoch, commit: log.lastCommit() };
