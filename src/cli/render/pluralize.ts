// A number with the word for what it counts.
import { grouped } from "./amounts.ts";

/** "1 event", "2 events". */
export const pluralize = (count: number, what: string): string => `${grouped(count)} ${what}${count === 1 ? "" : "s"}`;
