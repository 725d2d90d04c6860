// A position in a log, as typed.
import { usageFailure } from "../failure.ts";

/** Nothing was written after the end of the log: a follower that starts there has the wrong session, or the log was replaced. */
export function withinLog(after: number, { head }: { head: number }): number {
  if (after <= head) return after;
  throw usageFailure(
    `there is no event ${after} yet: the log ends with ${head}`,
    `continue from its end: --after-event ${head}`,
  );
}

export function parseSeq(typed: string | undefined): number | null {
  if (typed === undefined) return null;
  if (/^\d{1,15}$/.test(typed)) return Number(typed);
  throw usageFailure(`--after-event can't be "${typed}"`, "give the number of an event, such as 120");
}
