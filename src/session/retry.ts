// A session that can't go on (a failing read or write) is tried again after a while, until it can. People are told of each cause once.
import { background } from "../core/index.ts";
import { isStorageFault } from "../log/index.ts";
import type { SessionDependencies } from "./dependencies.ts";

const RETRY_MS = 2000;

interface RetryDependencies {
  readonly id: string;
  readonly deps: Pick<SessionDependencies, "clock" | "log" | "report">;
  readonly isClosed: () => boolean;
  readonly retry: () => Promise<void>;
}

export class Retry {
  readonly #deps: RetryDependencies;
  #isDue = false;
  /** The last cause of a pause that people were told. */
  #reported: string | null = null;

  constructor(deps: RetryDependencies) {
    this.#deps = deps;
  }

  get isDue(): boolean {
    return this.#isDue;
  }

  /** After each failure, also of a retry. */
  later(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const { deps, isClosed, retry } = this.#deps;
    deps.clock.after(RETRY_MS, () => {
      this.#isDue = false;
      const isFenced = deps.log.condition().kind === "fenced";
      if (!isClosed() && !isFenced) background(retry(), (fault) => this.report(fault));
    });
  }

  /** Once per cause until something is committed again: it is retried every few seconds. */
  report(error: unknown): void {
    const { id, deps } = this.#deps;
    const cause = String(error);
    // A failure of the whole log is reported once for all sessions.
    if (isStorageFault(error) || cause === this.#reported) return;
    this.#reported = cause;
    deps.report(`session ${id} is paused until this is over; Skein retries automatically`, error);
  }

  /** It goes on: a later failure is told, whatever its cause. */
  forget(): void {
    this.#reported = null;
  }
}
