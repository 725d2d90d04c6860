// A timer for any time. `setTimeout` fires at once when it is given more than about 24 days.

const MAX_MS = 2 ** 31 - 1;

interface Options {
  /** Whether the process stays alive for it. */
  readonly keepsAlive?: boolean;
}

/** Returns how to cancel it. */
export function callAfter(ms: number, callback: () => void, { keepsAlive = true }: Options = {}): () => void {
  let timer: NodeJS.Timeout;
  const wait = (leftMs: number): void => {
    timer = leftMs > MAX_MS ? setTimeout(wait, MAX_MS, leftMs - MAX_MS) : setTimeout(callback, leftMs);
    if (!keepsAlive) timer.unref();
  };
  wait(ms);
  return () => clearTimeout(timer);
}
