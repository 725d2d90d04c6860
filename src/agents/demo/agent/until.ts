// Waiting that an interrupt ends.
import { callAfter } from "../../../system/index.ts";

/** Resolves with what `start` reports first; rejects when the signal aborts. Either way what `start` returned is called. */
export async function until<T>(signal: AbortSignal, start: (report: (value: T) => void) => () => void): Promise<T> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort);
  const stop = start(resolve);
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", onAbort);
    stop();
  }
}

export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return until<void>(signal, (report) => callAfter(ms, report));
}

/** Lets stdin be read, so that an interrupt is seen in the middle of hard work. */
export async function breathe(signal: AbortSignal): Promise<void> {
  await new Promise(setImmediate);
  signal.throwIfAborted();
}
