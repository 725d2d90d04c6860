// A place in a log, as typed.
import { usageFailure } from "../failure.ts";

export function parseSeq(typed: string | undefined): number | null {
  if (typed === undefined) return null;
  if (/^\d{1,15}$/.test(typed)) return Number(typed);
  throw usageFailure(`--after can't be "${typed}"`, "give the number of an event, such as 120");
}
