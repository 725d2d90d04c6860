// Cleans the log once an hour: removes deleted sessions whose time is up, and long texts that no event refers to. The log itself ensures that
// none of them is removed too early.
import { background } from "../../core/index.ts";
import type { Log, Purged } from "../../log/index.ts";
import type { Clock } from "../../session/index.ts";
import type { Journal } from "../journal.ts";

const EVERY_MS = 60 * 60_000;

interface Dependencies {
  log: Log;
  clock: Clock;
  journal: Journal;
  purgeTrash(): Promise<Purged>;
  /** Removes checkpoints that no session needs. */
  tidyCheckpoints(): Promise<void>;
}

/** Purges the trash once at the start, because an earlier purge may have been interrupted. Returns a function that stops it. */
export function collectGarbage({ log, clock, journal, purgeTrash, tidyCheckpoints }: Dependencies): () => void {
  let isOver = false;
  let cancel = (): void => {};
  const attempt = async (what: string, task: () => Promise<void>): Promise<void> => {
    try {
      await task();
    } catch (error) {
      // If nothing can be written, nothing can be removed: the next attempt is in an hour.
      if (!isOver) journal.error(`${what} could not be removed`, error);
    }
  };
  const purge = (): Promise<void> =>
    attempt("deleted sessions", async () => {
      const { sessions, events, kept } = await purgeTrash();
      if (sessions + events > 0) journal.info("deleted sessions were removed for good", { sessions, events, kept });
    });
  const collect = (): Promise<void> =>
    attempt("long texts that nothing refers to", async () => {
      const removed = await log.collectGarbage(clock.monotonicMs());
      if (removed > 0) journal.info("long texts that nothing refers to were removed", { removed });
    });
  const tidy = (): Promise<void> => attempt("checkpoints of deleted sessions", tidyCheckpoints);
  const failed = (error: unknown): void => journal.error("the log's garbage collection has stopped", error);
  const passLater = (): void => {
    if (isOver) return;
    cancel = clock.after(EVERY_MS, () => background(purge().then(collect).then(tidy).then(passLater), failed));
  };
  background(purge(), failed);
  passLater();
  return () => {
    isOver = true;
    cancel();
  };
}
