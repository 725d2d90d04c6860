// A time a number of minutes after another one.

/** The latest representable date. */
const END_OF_TIME_MS = 8.64e15;

/** Null if the first is not a date, or if the result is beyond all dates: it never comes. */
export function minutesAfter(time: string | null | undefined, minutes: number): string | null {
  const ms = Date.parse(time ?? "") + minutes * 60_000;
  return ms <= END_OF_TIME_MS ? new Date(ms).toISOString() : null;
}
