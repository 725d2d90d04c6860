// Damage found since the database was opened or rebuilt: it counts the second time.
import { isDamage, isSaidBySqlite, isUnanswered } from "./storage-failed.ts";

/** This many checks must find damage before anything is rebuilt. */
const CONFIRMED = 2;
/** Reported this often for files that are readable from end to end, it counts even if no check finds it. */
const INSISTED = 8;

export class MetDamage {
  #looks = 0;
  #isShown = false;

  /** Whether it is time to repair. */
  get counts(): boolean {
    return this.#looks >= CONFIRMED;
  }

  /** Only SQLite reported it: the repair checks for it first. */
  get isOnlySaid(): boolean {
    return !this.#isShown && this.#looks < INSISTED;
  }

  meet(fault: unknown): void {
    if (isDamage(fault)) {
      this.#looks++;
      if (!isSaidBySqlite(fault)) this.#isShown = true;
      // A disk that does not answer says nothing about its contents.
    } else if (isUnanswered(fault)) this.forget();
  }

  /** The finder has checked twice. */
  meetConfirmed(fault: unknown): void {
    this.meet(fault);
    this.#looks = Math.max(this.#looks, CONFIRMED);
  }

  forget(): void {
    this.#looks = 0;
    this.#isShown = false;
  }
}
