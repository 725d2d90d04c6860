// Bytes that were handed to followers and not taken by them yet, bounded for all together: the more of them stall, the smaller the
// pages, and when that is not enough the one that has stalled longest is cut. It comes back at its cursor.

/** Spent in pages of the largest size down to the smallest. */
const BUDGET_BYTES = 2 * 1024 * 1024;
/** A page has one event at least, so a thousand that stall in long events hold more than the budget. */
const LIMIT_BYTES = 16 * 1024 * 1024;
const LARGEST_PAGE = 32 * 1024;
const SMALLEST_PAGE = 4 * 1024;
/** What is left of the budget is never spent at once: those who come next find some, too. */
const SHARE = 16;
/** Who only reads slowly is not cut. */
const PATIENCE_MS = 1000;

interface Held {
  readonly bytes: number;
  readonly sinceMs: number;
  readonly cut: () => void;
}

export class InFlight {
  readonly #nowMs: () => number;
  /** In the order in which they began to stall. */
  readonly #held = new Set<Held>();
  #bytes = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** How many bytes the next page may have. */
  get pageBytes(): number {
    const share = Math.floor((BUDGET_BYTES - this.#bytes) / SHARE);
    return Math.min(Math.max(share, SMALLEST_PAGE), LARGEST_PAGE);
  }

  /** Counts a page that was not taken at once; returns how to say that it was taken, or given up. `cut` ends its follower. */
  hold(bytes: number, cut: () => void): () => void {
    const held = { bytes, sinceMs: this.#nowMs(), cut };
    this.#held.add(held);
    this.#bytes += bytes;
    for (const oldest of this.#held) {
      if (this.#bytes <= LIMIT_BYTES || this.#nowMs() - oldest.sinceMs < PATIENCE_MS) break;
      this.#release(oldest);
      oldest.cut();
    }
    return () => this.#release(held);
  }

  #release(held: Held): void {
    if (this.#held.delete(held)) this.#bytes -= held.bytes;
  }
}
