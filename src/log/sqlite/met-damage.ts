// Damage that was met since the database was opened or rebuilt: the second time it counts.
import { isDamage, isSaidBySqlite, isUnanswered } from "./storage-failed.ts";

/** So many looks must have met damage before anything is rebuilt. */
const CONFIRMED = 2;
/** Said so often, by who opens files that can be read from end to end, it is there, also where no check finds it. */
const INSISTED = 8;

export class MetDamage {
  #looks = 0;
  #isShown = false;

  /** Whether it is time to repair. */
  get counts(): boolean {
    return this.#looks >= CONFIRMED;
  }

  /** SQLite alone spoke of it: whoever repairs looks for it first. */
  get isOnlySaid(): boolean {
    return !this.#isShown && this.#looks < INSISTED;
  }

  meet(fault: unknown): void {
    if (isDamage(fault)) {
      this.#looks++;
      if (!isSaidBySqlite(fault)) this.#isShown = true;
      // What the disk does not give says nothing about what is on it.
    } else if (isUnanswered(fault)) this.forget();
  }

  /** Who met it has looked twice. */
  meetConfirmed(fault: unknown): void {
    this.meet(fault);
    this.#looks = Math.max(this.#looks, CONFIRMED);
  }

  forget(): void {
    this.#looks = 0;
    this.#isShown = false;
  }
}
