// Waiting in tests: for something to become true, never for time to pass.
import { setTimeout as delay } from "node:timers/promises";

const LOOK_EVERY_MS = 5;

/** Resolves with the first truthy result; fails with what was waited for when it takes too long. */
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
