// Recognises a vendor's message that a quota is used up, and finds the time when it is available again, if stated.
import { clockTimeIn } from "./clock-time.ts";

const signs: readonly RegExp[] = [
  /\byou've (hit|reached) your\b/i,
  /\b(usage|spend|session|weekly|monthly|daily|\d+-hour|opus|sonnet|fable) limit reached\b/i,
  /\bout of (extra )?usage\b/i,
  /\b(exceeded|exhausted|reached|out of)\b[^.]{0,60}\b(quota|capacity on this model)\b/i,
  /\bquota\b[^.]{0,40}\b(exceeded|exhausted|reached|used up|will reset)\b/i,
];

/** A full disk is not a quota. */
const notAVendor = /\bdisk quota\b/i;

export const isQuota = (text: string): boolean => signs.some((sign) => sign.test(text)) && !notAVendor.test(text);

/** What a driver can tell without a clock. Parts for programs ("usage limit reached|1760000000") are not shown. */
export const quotaIn = (text: string): { until: string | null; text: string } => ({
  until: statedTimeIn(text),
  text: text.replace(epoch, "").trim(),
});

const [HOUR_MINUTES, DAY_MINUTES, WEEK_MINUTES] = [60, 24 * 60, 7 * 24 * 60];

/** The name of a vendor's quota, by its length; null if it has none. */
export function quotaWindow(minutes: number | null): string | null {
  if (minutes === null) return null;
  if (minutes === WEEK_MINUTES) return "week";
  if (minutes === DAY_MINUTES) return "day";
  const [count, unit] = minutes < DAY_MINUTES ? [minutes / HOUR_MINUTES, "hour"] : [minutes / DAY_MINUTES, "day"];
  const rounded = Math.round(count * 10) / 10;
  return `${rounded} ${unit}${rounded === 1 ? "" : "s"}`;
}

/** Unix seconds as a time; null if invalid. */
export const timeOf = (seconds: number | null): string | null =>
  seconds !== null && seconds >= 0 && seconds < 1e11 ? new Date(seconds * 1000).toISOString() : null;

const epoch = /\|(\d{10})(?:\d{3})?\b/;
const timestamp = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)/;
const duration = /\b(?:retry|resets?|again|available)\s+(?:in|after)\s+((?:\d+(?:\.\d+)?\s*[a-z]+[\s,]*(?:and\s+)?)+)/i;

/** Null if the text does not state it, or not the time zone. `now` is the time of the message. */
export function resetTimeIn(text: string, now: string): string | null {
  const stated = statedTimeIn(text);
  if (stated !== null) return stated;
  const nowMs = Date.parse(now);
  const waitMs = durationMs(duration.exec(text)?.[1] ?? "");
  return isoOf(waitMs === null ? clockTimeIn(text, nowMs) : nowMs + waitMs);
}

/** An absolute time. */
function statedTimeIn(text: string): string | null {
  const seconds = epoch.exec(text)?.[1];
  if (seconds !== undefined) return isoOf(Number(seconds) * 1000);
  return isoOf(Date.parse(timestamp.exec(text)?.[0] ?? ""));
}

const isoOf = (ms: number | null): string | null =>
  ms !== null && Math.abs(ms) < 8e15 ? new Date(ms).toISOString() : null;

const units: readonly (readonly [RegExp, number])[] = [
  [/^(ms|milliseconds?)$/i, 1],
  [/^(s|secs?|seconds?)$/i, 1000],
  [/^(m|mins?|minutes?)$/i, 60_000],
  [/^(h|hrs?|hours?)$/i, 3_600_000],
  [/^(d|days?)$/i, 86_400_000],
];

/** "2h14m5s", "34.07s", "1 day 2 hours"; other words end it. */
function durationMs(text: string): number | null {
  let total: number | null = null;
  for (const [, number = "", unit = ""] of text.matchAll(/(?<!\d)(\d+(?:\.\d+)?)\s*([a-z]+)/gi)) {
    const factor = units.find(([name]) => name.test(unit))?.[1];
    if (factor === undefined) break;
    total = (total ?? 0) + Number(number) * factor;
  }
  return total === null ? null : Math.round(total);
}
