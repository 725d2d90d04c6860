// How long ago, short enough for a table.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "now", "10s ago", "2m ago", "3h ago", "5d ago"; a date past 30 days; "-" when it never was. */
export function relativeTime(at: string, nowMs: number): string {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return "-";
  // Clocks may differ by a little; the future is shown as now.
  const seconds = Math.max(0, Math.floor((nowMs - ms) / 1000));
  if (seconds < 1) return "now";
  if (seconds < MINUTE) return `${seconds}s ago`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)}h ago`;
  if (seconds <= 30 * DAY) return `${Math.floor(seconds / DAY)}d ago`;
  return at.slice(0, 10);
}

/** For what stays on a screen and is counted on once a minute: no seconds, which would stand still. */
export function minutesAgo(at: string, nowMs: number): string {
  return nowMs - Date.parse(at) < MINUTE * 1000 ? "now" : relativeTime(at, nowMs);
}

/** "120ms", "3.2s", "2m 05s". */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, "0")}s`;
}
