// How many sessions may work at once. Who finds no place waits in line, and is woken when one is free.

export class Slots {
  readonly #limit: () => number;
  readonly #holders = new Set<string>();
  /** In the order in which they asked. */
  readonly #waiting = new Map<string, () => void>();

  /** `limit`: 0 = as many as there are. Asked each time: it may be changed while they wait. */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /** Whether the session may work now; if not, `wake` is called when it should ask again. */
  take(session: string, wake: () => void): boolean {
    if (this.#holders.has(session)) return true;
    const [first = session] = this.#waiting.keys();
    if (!this.#hasRoom() || first !== session) {
      this.#waiting.set(session, wake);
      this.#wakeNext();
      return false;
    }
    this.hold(session);
    this.#wakeNext();
    return true;
  }

  /** A turn that runs already, as after a restart of the daemon, counts whether or not there is room. */
  hold(session: string): void {
    this.#holders.add(session);
    this.#waiting.delete(session);
  }

  /** The session rests, or has nothing more to do. */
  release(session: string): void {
    this.#waiting.delete(session);
    this.#holders.delete(session);
    this.#wakeNext();
  }

  /** Whoever was woken may want nothing any more, and two places may be free at once: so it is looked at after every change. */
  #wakeNext(): void {
    const [next] = this.#waiting.values();
    if (this.#hasRoom()) next?.();
  }

  #hasRoom(): boolean {
    const limit = this.#limit();
    return limit <= 0 || this.#holders.size < limit;
  }

  get text(): string {
    return `waits until one of ${this.#holders.size} working sessions rests (limits.running_sessions)`;
  }
}
