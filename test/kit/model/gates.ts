// Where streams wait for the test: a test waits until one has come to a gate, does what it wants to, and opens it.

interface Gate {
  readonly reached: PromiseWithResolvers<void>;
  readonly opened: PromiseWithResolvers<void>;
}

export class Gates {
  readonly #gates = new Map<string, Gate>();

  /** Resolves once the gate is open, which it then stays; rejects when the signal says that nobody waits any more. */
  async pass(name: string, signal: AbortSignal): Promise<void> {
    const { reached, opened } = this.#gate(name);
    reached.resolve();
    const gone = Promise.withResolvers<never>();
    const leave = () => gone.reject(signal.reason);
    signal.addEventListener("abort", leave);
    try {
      signal.throwIfAborted();
      await Promise.race([opened.promise, gone.promise]);
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  reached(name: string): Promise<void> {
    return this.#gate(name).reached.promise;
  }

  open(name: string): void {
    this.#gate(name).opened.resolve();
  }

  #gate(name: string): Gate {
    const known = this.#gates.get(name);
    if (known) return known;
    const gate: Gate = { reached: Promise.withResolvers(), opened: Promise.withResolvers() };
    this.#gates.set(name, gate);
    return gate;
  }
}
