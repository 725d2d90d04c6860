// Where a session stands in the log, as a number in its row: the shelves that people see, and two that nobody does.
import type { Shelf, Summary } from "../core/index.ts";

export const shelfNumbers = {
  listed: 0,
  archived: 1,
  trash: 2,
  /** Gone for good. What is left of it is being removed, or forks stand on it. */
  purged: 3,
  /** On its way in from a file: it is there when all of it is. */
  arriving: 4,
} as const;

export type ShelfNumber = (typeof shelfNumbers)[keyof typeof shelfNumbers];

export const shelfOfSummary = ({ shelf }: Pick<Summary, "shelf">): Shelf => shelf ?? "listed";
