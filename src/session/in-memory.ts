// Which sessions are in memory. Idle sessions are evicted, least recently used first; the next command loads them again.
// There is never a second object of a session while the first is reachable, because both would write to the log. So a holder of an
// evicted session and a lookup by id get the same object.
import type { Session } from "./session.ts";

export class SessionsInMemory {
  readonly #most: () => number;
  /** Least recently used first. */
  readonly #kept = new Map<string, Session>();
  /** Also evicted ones that someone still holds. */
  readonly #living = new Map<string, WeakRef<Session>>();
  readonly #collected = new FinalizationRegistry<string>((id) => {
    if (!this.#living.get(id)?.deref()) this.#living.delete(id);
  });

  /** This many are kept; more only while they have something to do. */
  constructor(most: () => number) {
    this.#most = most;
  }

  get(id: string): Session | null {
    return this.#living.get(id)?.deref() ?? null;
  }

  add(session: Session): void {
    this.#living.set(session.id, new WeakRef(session));
    this.#collected.register(session, session.id);
    this.use(session);
  }

  /** It has something to do. */
  use(session: Session): void {
    if (this.get(session.id) !== session) return;
    const isBack = !this.#kept.delete(session.id);
    this.#kept.set(session.id, session);
    if (isBack) this.makeRoom();
  }

  makeRoom(): void {
    let excess = this.#kept.size - this.#most();
    for (const session of this.#kept.values()) {
      if (excess <= 0) return;
      if (!session.isAtRest) continue;
      this.#kept.delete(session.id);
      excess--;
    }
  }

  remove(id: string): void {
    this.#kept.delete(id);
    this.#living.delete(id);
  }

  all(): Session[] {
    return [...this.#living.values()].flatMap((session) => session.deref() ?? []);
  }
}
