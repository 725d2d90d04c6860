// Retries a request until the daemon answers, however long that takes: for what must be loaded before anything can be shown.
import { realWait } from "../../client/index.ts";
import { ConnectionError, ProblemError } from "../../client-entry/lazy.ts";

const AGAIN_MS = 1000;

export async function retryUntilAnswered<T>(ask: () => Promise<T>, isOver = (): boolean => false): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isAway = error instanceof ConnectionError || (error instanceof ProblemError && error.status >= 500);
      if (!isAway || isOver()) throw error;
      await realWait(AGAIN_MS);
    }
  }
}
