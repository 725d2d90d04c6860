// Waiting in tests: for a condition to become true, never for a time.
import { setTimeout as delay } from "node:timers/promises";

const LOOK_EVERY_MS = 5;

/** Resolves with the first truthy result; after a timeout, fails with a description of what was awaited. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  withinMs = 60_000,
): Promise<Exclude<T, null | undefined | false | 0 | "">> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found as Exclude<T, null | undefined | false | 0 | "">;
    if (performance.now() > deadline) throw new Error(`waited ${withinMs} ms in vain for: ${what}`);
    await delay(LOOK_EVERY_MS);
  }
}
