// Adds minutes to a time.

/** The latest representable date. */
const END_OF_TIME_MS = 8.64e15;

/** Null if `time` is not a date, or if the result is later than any representable date. */
export function minutesAfter(time: string | null | undefined, minutes: number): string | null {
  const ms = Date.parse(time ?? "") + minutes * 60_000;
  return ms <= END_OF_TIME_MS ? new Date(ms).toISOString() : null;
}
