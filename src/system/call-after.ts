// A timer for any delay. `setTimeout` fires at once for more than about 24 days.

const MAX_MS = 2 ** 31 - 1;

interface Options {
  /** Whether the timer keeps the process alive. */
  readonly keepsAlive?: boolean;
}

/** Returns a function that cancels it. */
export function callAfter(ms: number, callback: () => void, { keepsAlive = true }: Options = {}): () => void {
  let timer: NodeJS.Timeout;
  const wait = (leftMs: number): void => {
    timer = leftMs > MAX_MS ? setTimeout(wait, MAX_MS, leftMs - MAX_MS) : setTimeout(callback, leftMs);
    if (!keepsAlive) timer.unref();
  };
  wait(ms);
  return () => clearTimeout(timer);
}
