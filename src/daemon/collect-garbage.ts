// Once an hour the log removes long texts that no event refers to. The log itself sees to it that none goes too early.
import type { Log } from "../log/index.ts";
import type { Clock } from "../session/index.ts";
import type { Journal } from "./journal.ts";

const EVERY_MS = 60 * 60_000;

/** Returns how to stop. */
export function collectGarbage({ log, clock, journal }: { log: Log; clock: Clock; journal: Journal }): () => void {
  let isOver = false;
  let cancel = (): void => {};
  const pass = async (): Promise<void> => {
    try {
      const removed = await log.collectGarbage(clock.monotonicMs());
      if (removed > 0) journal.info("long texts that nothing refers to were removed", { removed });
    } catch (error) {
      // While nothing can be written, nothing can be removed: the next pass is in an hour.
      if (!isOver) journal.error("long texts that nothing refers to could not be removed", error);
    }
    if (!isOver) cancel = clock.after(EVERY_MS, () => void pass());
  };
  cancel = clock.after(EVERY_MS, () => void pass());
  return () => {
    isOver = true;
    cancel();
  };
}
