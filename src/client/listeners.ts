// Those who want to hear of changes. What comes together is told once.

export class Listeners<Change> {
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #join: (earlier: Change, later: Change) => Change;
  #untold: { change: Change } | null = null;

  constructor(join: (earlier: Change, later: Change) => Change) {
    this.#join = join;
  }

  /** Returns how to hear no more. */
  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(change: Change): void {
    if (this.#untold) {
      this.#untold = { change: this.#join(this.#untold.change, change) };
      return;
    }
    this.#untold = { change };
    setTimeout(() => this.#tellAll(), 0);
  }

  #tellAll(): void {
    if (!this.#untold) return;
    const { change } = this.#untold;
    this.#untold = null;
    for (const listener of [...this.#listeners]) {
      try {
        listener(change);
      } catch (error) {
        // Its own fault, and nobody else's: the others are told, and the error is seen.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
