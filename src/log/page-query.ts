// Valid page queries: whole numbers, and at least one event. Anything else is the caller's mistake, not damage of the log.
import { SkeinError } from "../core/index.ts";
import type { CommitQuery, ReadQuery, SkimQuery } from "./log.ts";

/** Throws `invalid_query`. */
export function checkQuery(query: ReadQuery | CommitQuery | SkimQuery): void {
  const cursor = "after" in query ? query.after : query.before;
  if (Number.isSafeInteger(cursor) && Number.isSafeInteger(query.limit) && query.limit >= 1) return;
  const message = `A page begins at a whole number and has at least one event; the request was for ${query.limit} from ${cursor}.`;
  throw new SkeinError("invalid_query", message);
}
