// Relative times, short enough for a table.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "now", "10s ago", "2m ago", "3h ago", "5d ago"; a date after 30 days; "-" for never. */
export function relativeTime(at: string, nowMs: number): string {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return "-";
  const seconds = secondsBetween(ms, nowMs);
  if (seconds < 1) return "now";
  return seconds > 30 * DAY ? at.slice(0, 10) : `${inOneUnit(seconds)} ago`;
}

/** A duration up to now: "0s", "10s", "2m", "3h", "5d". */
export const timeSince = (at: string, nowMs: number): string => inOneUnit(secondsBetween(Date.parse(at), nowMs));

/** How often a live view is redrawn while something in it is younger than a minute. */
export const LIVE_STEP_MS = 10_000;

/** For a live view: seconds in steps of ten, because it is redrawn no more often. */
export function liveTime(at: string, nowMs: number): string {
  if (!isYoung(at, nowMs)) return relativeTime(at, nowMs);
  const atMs = Date.parse(at);
  return relativeTime(at, atMs + Math.floor((nowMs - atMs) / LIVE_STEP_MS) * LIVE_STEP_MS);
}

/** Less than a minute ago. */
export const isYoung = (at: string, nowMs: number): boolean => nowMs - Date.parse(at) < MINUTE * 1000;

/** Clocks may differ slightly; a future time is shown as now. */
const secondsBetween = (fromMs: number, nowMs: number): number => Math.max(0, Math.floor((nowMs - fromMs) / 1000));

function inOneUnit(seconds: number): string {
  if (seconds < MINUTE) return `${seconds}s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)}h`;
  return `${Math.floor(seconds / DAY)}d`;
}

/** "120ms", "3.2s", "2m 05s". */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, "0")}s`;
}
