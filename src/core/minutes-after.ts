// A time so many minutes after another one.

/** The latest that a date can say. */
const END_OF_TIME_MS = 8.64e15;

/** Null when the first is none, or where it would be past all dates: it never comes. */
export function minutesAfter(time: string | null | undefined, minutes: number): string | null {
  const ms = Date.parse(time ?? "") + minutes * 60_000;
  return ms <= END_OF_TIME_MS ? new Date(ms).toISOString() : null;
}
