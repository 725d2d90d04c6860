// A session's shelf, as a number in its row: the visible shelves, and two invisible ones.
import type { Shelf, Summary } from "../core/index.ts";

export const shelfNumbers = {
  listed: 0,
  archived: 1,
  trash: 2,
  /** Removed for good. Its rest is being removed, or forks need it. */
  purged: 3,
  /** Being imported: it becomes visible when it is complete. */
  arriving: 4,
} as const;

export type ShelfNumber = (typeof shelfNumbers)[keyof typeof shelfNumbers];

export const shelfOfSummary = ({ shelf }: Pick<Summary, "shelf">): Shelf => shelf ?? "listed";
