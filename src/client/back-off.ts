// The delay before a retry: short at first, about a second at most, and random, so that many clients that lost the same daemon do not all return at
// the same instant.

const FIRST_MS = 50;
const MAX_DELAY_MS = 1000;

/** `random` is from 0 to 1. */
export const backOffMs = (attempt: number, random = Math.random()): number =>
  Math.min(MAX_DELAY_MS, FIRST_MS * 2 ** attempt) * (0.75 + random / 2);

/** Resolves after `ms`; rejects when the signal is aborted. */
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
