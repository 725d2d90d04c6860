// Gives space that nothing uses back to the disk. A file that was made for it is cut in slices; an older one is written anew once, when more than
// half of it is free, and can be cut in slices from then on.
import type { DatabaseSync } from "node:sqlite";
import { prepare } from "./statement.ts";

/** About two megabytes. */
const PAGES_AT_ONCE = 500;
/** A smaller file is not worth writing anew. */
const WORTHWHILE_PAGES = 1000;

const INCREMENTAL = 2;

export interface GiveBackStep {
  isMore: boolean;
  /** So much is in use in a file that has to be written anew; it needs twice as much for a moment. Null when it need not be. */
  rebuildBytes: number | null;
}

export function openFreeSpace(db: DatabaseSync) {
  const number = (pragma: string): number =>
    Object.values(prepare<Record<string, number>>(db, `PRAGMA ${pragma}`).get() ?? {})[0] ?? 0;

  return {
    step(): GiveBackStep {
      const free = number("freelist_count");
      if (number("auto_vacuum") === INCREMENTAL) {
        if (free > 0) db.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`);
        return { isMore: number("freelist_count") > 0, rebuildBytes: null };
      }
      const pages = number("page_count");
      const isDue = pages > WORTHWHILE_PAGES && free * 2 > pages;
      return { isMore: false, rebuildBytes: isDue ? (pages - free) * number("page_size") : null };
    },
    /** Outside of a transaction. A crash leaves the file as it was, or as it is to be. */
    rebuild: (): void => db.exec("PRAGMA auto_vacuum = INCREMENTAL; VACUUM"),
  };
}
