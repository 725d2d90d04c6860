// Reads along with everything that is committed, from a place of its own that outlives the daemon, and has each page judged once.
import { background } from "../../core/index.ts";
import { isStorageFault, type Log, type StoredEvent, walkCommits } from "../../log/index.ts";
import type { Clock, FanOut } from "../../session/index.ts";
import { TaskQueue } from "../../system/index.ts";
import type { Journal } from "../journal.ts";

interface Dependencies {
  log: Log;
  fanOut: FanOut;
  clock: Clock;
  journal: Journal;
  /** Where to begin. */
  position: Position;
  /** Nothing of the page is told before the place behind it is safe. Rejects when that can't be done now: the page comes again. */
  take(events: readonly StoredEvent[], behind: Position): Promise<void>;
}

export interface Position {
  epoch: string;
  commit: number;
}

/** What a rule, or a person who watches, answers at once is not worth a call; and one look serves many commits. */
const SETTLE_MS = 250;
const RETRY_MS = 2000;

export class Watch {
  readonly #deps: Dependencies;
  #position: Position;
  #unfollow: (() => void) | null = null;
  #cancelRefresh: (() => void) | null = null;
  readonly #refreshes = new TaskQueue();
  #isFailing = false;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#position = deps.position;
  }

  start(): void {
    this.#unfollow = this.#deps.fanOut.followAll(() => this.#scheduleRefresh(SETTLE_MS));
    this.#scheduleRefresh(0);
  }

  /** Looks a last time. What can't be taken now is the next daemon's. */
  async close(): Promise<void> {
    this.#unfollow?.();
    this.#cancelRefresh?.();
    await this.#refresh();
    this.#cancelRefresh?.();
  }

  #scheduleRefresh(delayMs: number): void {
    const failed = (error: unknown): void => this.#deps.journal.error("notifications have stopped", error);
    this.#cancelRefresh ??= this.#deps.clock.after(delayMs, () => background(this.#refresh(), failed));
  }

  /** One after the other. Never rejects. */
  #refresh(): Promise<void> {
    this.#cancelRefresh = null;
    return this.#refreshes.run(() => this.#readPages());
  }

  async #readPages(): Promise<void> {
    const { log, take, journal } = this.#deps;
    try {
      this.#position = positionIn(log, this.#position);
      for await (const page of walkCommits(log, this.#position.commit)) {
        const behind = { epoch: log.epoch, commit: page.lastCommit };
        if (page.events.length > 0) await take(page.events, behind);
        this.#position = behind;
      }
      this.#isFailing = false;
    } catch (error) {
      // What keeps everyone from reading is told once for all.
      if (!this.#isFailing && !isStorageFault(error)) journal.error("notifications pause for a moment", error);
      this.#isFailing = true;
      this.#scheduleRefresh(RETRY_MS);
    }
  }
}

/** A place in another history means nothing here: it goes on at the end. */
export const positionIn = (log: Log, position: Position | null): Position =>
  position?.epoch === log.epoch && position.commit <= log.lastCommit()
    ? position
    : { epoch: log.epoch, commit: log.lastCommit() };
