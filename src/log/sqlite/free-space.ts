// Gives unused space back to the disk. A file created for it is truncated in slices; an older one is rewritten once, if more than
// half of it is free, and can be truncated in slices afterwards.
import type { DatabaseSync } from "node:sqlite";
import { prepare } from "./statement.ts";

/** About two megabytes. */
const PAGES_AT_ONCE = 500;
/** A smaller file is not worth rewriting. */
const WORTHWHILE_PAGES = 1000;

const INCREMENTAL = 2;

export interface GiveBackStep {
  isMore: boolean;
  /** The used bytes of a file that must be rewritten, which needs twice as much temporarily. Null if it need not be. */
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
    /** Outside a transaction. A crash leaves the old file or the new one. */
    rebuild: (): void => db.exec("PRAGMA auto_vacuum = INCREMENTAL; VACUUM"),
  };
}
