// Which sessions are in memory. Those at rest leave it, the one that was used longest ago first; the next command reads it again.
// Of one session there is never a second object while the first lives: each would write to the log. So whoever still holds one that has left
// and whoever asks for it by id have the same.
import type { Session } from "./session.ts";

export class SessionsInMemory {
  readonly #most: () => number;
  /** Used longest ago first. */
  readonly #kept = new Map<string, Session>();
  /** Also those that have left and are still held by somebody. */
  readonly #living = new Map<string, WeakRef<Session>>();
  readonly #collected = new FinalizationRegistry<string>((id) => {
    if (!this.#living.get(id)?.deref()) this.#living.delete(id);
  });

  /** So many are kept; more only while they have something to do. */
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
