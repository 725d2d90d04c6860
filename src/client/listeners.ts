// Listeners for changes. Changes that come together are delivered once.

export class Listeners<Change> {
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #join: (changes: readonly Change[]) => Change;
  #untold: Change[] = [];

  /** `join` merges changes that came together, in order; at least one. */
  constructor(join: (changes: readonly Change[]) => Change) {
    this.#join = join;
  }

  /** Returns a function that removes the listener. */
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
        // A listener's exception does not affect the others, and is reported.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
