// Times as people read them: ages in lists, durations in sentences, times of day.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Clocks may differ slightly: a future time counts as now. */
const msSince = (at: string, nowMs: number): number => Math.max(0, nowMs - Date.parse(at));

/** "now", "2m", "3h", "5d", "2026-03-01"; empty for a time that can't be read. */
export function shortAge(at: string, nowMs: number): string {
  const ms = msSince(at, nowMs);
  if (Number.isNaN(ms)) return "";
  if (ms < MINUTE_MS) return "now";
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}m`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)}h`;
  return ms < 30 * DAY_MS ? `${Math.floor(ms / DAY_MS)}d` : at.slice(0, 10);
}

/** The time until then, as `durationSince`. */
export const durationUntil = (at: string, nowMs: number): string =>
  durationSince(new Date(nowMs).toISOString(), Date.parse(at));

/** "12 s", "2 min", "1 h 05 min", "3 days". */
export function durationSince(at: string, nowMs: number): string {
  const ms = msSince(at, nowMs);
  if (ms < MINUTE_MS) return `${Math.floor(ms / 1000)} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < DAY_MS)
    return `${Math.floor(ms / HOUR_MS)} h ${String(Math.floor((ms % HOUR_MS) / MINUTE_MS)).padStart(2, "0")} min`;
  const days = Math.floor(ms / DAY_MS);
  return days === 1 ? "1 day" : `${days} days`;
}

/** "14:05" today, "20 Nov, 14:05" on another day. */
export function clockTime(at: string, nowMs: number, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const day = (ms: number): string => new Intl.DateTimeFormat("en-GB", { dateStyle: "short", ...zone }).format(ms);
  const ms = Date.parse(at);
  const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", ...zone }).format(ms);
  if (day(ms) === day(nowMs)) return time;
  return `${new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", ...zone }).format(ms)}, ${time}`;
}

const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/g;

/** The text with its ISO times as people read them. */
export const withClockTimes = (text: string, nowMs: number, timeZone?: string): string =>
  text.replace(ISO_TIME, (iso) => clockTime(iso, nowMs, timeZone));
