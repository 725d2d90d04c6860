// Follows the whole log from a saved position, and passes each page once to `take`, also across restarts.
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
  /** Where to start. */
  position: Position;
  /** Must save the position after the page before it notifies anyone. Rejects if that fails: the page comes again. */
  take(events: readonly StoredEvent[], behind: Position): Promise<void>;
}

export interface Position {
  epoch: string;
  commit: number;
}

/**
 * Waits this long after a commit: what a rule or an attentive person answers at once is not worth a notification, and many commits are read
 * together.
 */
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

  /** Reads one last time. The next daemon takes what can't be handled now. */
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

  /** Reads run one after the other. Never rejects. */
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
      // A failure of the whole log is reported elsewhere.
      if (!this.#isFailing && !isStorageFault(error)) journal.error("notifications pause for a moment", error);
      this.#isFailing = true;
      this.#scheduleRefresh(RETRY_MS);
    }
  }
}

/** A position in another history is meaningless: continues at the end of the log. */
export const positionIn = (log: Log, position: Position | null): Position =>
  position?.epoch === log.epoch && position.commit <= log.lastCommit()
    ? position
    : { epoch: log.epoch, commit: log.lastCommit() };
