// Those who want to hear of changes. What comes together is told once.

export class Listeners<Change> {
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #join: (changes: readonly Change[]) => Change;
  #untold: Change[] = [];

  /** `join` makes one change of all that came together, in order: at least one. */
  constructor(join: (changes: readonly Change[]) => Change) {
    this.#join = join;
  }

  /** Returns how to hear no more. */
  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(change: Change): void {
    this.#untold.push(change);
    if (this.#untold.length === 1) setTimeout(() => this.#notifyAll(), 0);
  }

  #notifyAll(): void {
    const change = this.#join(this.#untold);
    this.#untold = [];
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
