// A program of the page that is loaded on its own, so that what is drawn first does not wait for it.
import { type ReadonlySignal, signal } from "@preact/signals";
import { explain } from "./explain.ts";

export interface LazyModule<T> {
  /** Null until it was loaded. */
  readonly loaded: ReadonlySignal<T | null>;
  /** Why it could not be loaded. */
  readonly failure: ReadonlySignal<string | null>;
  /** Once is enough, unless it failed. */
  load(): Promise<void>;
}

/** `fetchMore`: what the program needs besides itself. */
export function lazyModule<T>(fetch: () => Promise<T>, fetchMore = async (): Promise<void> => {}): LazyModule<T> {
  const loaded = signal<T | null>(null);
  const failure = signal<string | null>(null);
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    try {
      const [fetched] = await Promise.all([fetch(), fetchMore()]);
      loaded.value = fetched;
      failure.value = null;
    } catch (error) {
      failure.value = explain(error);
      running = null;
    }
  };
  return {
    loaded,
    failure,
    load() {
      running ??= run();
      return running;
    },
  };
}
