// How long to wait before trying again: short at first, a second at most.

const FIRST_MS = 50;
const LONGEST_MS = 1000;

export const backOffMs = (attempt: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);

/** Resolves after `ms`; rejects when the signal says so. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>;

export const realWait: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
