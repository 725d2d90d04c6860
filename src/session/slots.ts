// Limits how many sessions work at once. A session without a slot waits in line, and is woken when one is free.

export class Slots {
  readonly #limit: () => number;
  readonly #holders = new Set<string>();
  /** In the order in which they asked. */
  readonly #waiting = new Map<string, () => void>();
  readonly #later: (look: () => void) => unknown;
  #isCheckScheduled = false;

  /** `limit`: 0 = no limit. It may be raised while sessions wait, so it is checked again `later` as long as one waits. */
  constructor(limit: () => number, later: (look: () => void) => unknown = () => {}) {
    this.#limit = limit;
    this.#later = later;
  }

  /** Whether the session may work now; if not, `wake` is called when it should ask again. */
  take(session: string, wake: () => void): boolean {
    if (this.#holders.has(session)) return true;
    const [first = session] = this.#waiting.keys();
    if (!this.#hasRoom() || first !== session) {
      this.#waiting.set(session, wake);
      this.#wakeNext();
      this.#scheduleCheck();
      return false;
    }
    this.hold(session);
    this.#wakeNext();
    return true;
  }

  /** A running turn counts even beyond the limit, as after a restart of the daemon. */
  hold(session: string): void {
    this.#holders.add(session);
    this.#waiting.delete(session);
  }

  /** The session is idle, or has nothing more to do. */
  release(session: string): void {
    this.#waiting.delete(session);
    this.#holders.delete(session);
    this.#wakeNext();
  }

  /** A woken session may no longer need its slot, and two slots may be free at once: so this runs after every change. */
  #wakeNext(): void {
    const [next] = this.#waiting.values();
    if (this.#hasRoom()) next?.();
  }

  #scheduleCheck(): void {
    if (this.#isCheckScheduled || this.#waiting.size === 0) return;
    this.#isCheckScheduled = true;
    this.#later(() => {
      this.#isCheckScheduled = false;
      this.#wakeNext();
      this.#scheduleCheck();
    });
  }

  #hasRoom(): boolean {
    const limit = this.#limit();
    return limit <= 0 || this.#holders.size < limit;
  }

  get text(): string {
    return `waits until one of ${this.#holders.size} working sessions is idle (limits.running_sessions)`;
  }
}
