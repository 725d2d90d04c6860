// A future time, as people type it: 09:00, tomorrow 09:00, +10m, 2026-01-31T09:00. Local time, unless it has an offset.
import { ageMs } from "../client/index.ts";
import { usageFailure } from "./failure.ts";

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

interface TimeContext {
  readonly nowMs: number;
  readonly flag: string;
  /** Durations as they are typed there. */
  readonly durations?: string;
}

/** Milliseconds since the epoch. A time of day that has passed means tomorrow; any other past time is refused. */
export function parseTime(typed: string, { nowMs, flag, durations = "+10m, +2h" }: TimeContext): number {
  const given = typed.trim();
  const ms = fromNow(given, nowMs) ?? timeOfDay(given, nowMs) ?? dateAndTime(given);
  if (ms === null) {
    throw usageFailure(
      `${flag} can't be "${typed}"`,
      `write 09:00, "tomorrow 09:00", ${durations} or 2026-01-31T09:00; local time, unless it ends with Z or +02:00`,
    );
  }
  if (ms <= nowMs)
    throw usageFailure(`${flag} ${given} has passed`, "give a future time, or omit the flag to send it next");
  return ms;
}

function fromNow(typed: string, nowMs: number): number | null {
  if (!/^\+(?:\d{1,6}[smhd])+$/.test(typed)) return null;
  const parts = [...typed.matchAll(/(?<!\d)(\d+)([smhd])/g)];
  return nowMs + parts.reduce((sum, [, number, unit]) => sum + Number(number) * (UNITS_MS[unit ?? ""] ?? 0), 0);
}

function timeOfDay(typed: string, nowMs: number): number | null {
  const [, day, hour, minute, second = "0"] =
    /^(?:(today|tomorrow) +)?(\d{1,2}):(\d{2})(?::(\d{2}))?$/i.exec(typed) ?? [];
  if (hour === undefined || minute === undefined) return null;
  const now = new Date(nowMs);
  const on = (days: number): number | null =>
    localTime([now.getFullYear(), now.getMonth() + 1, now.getDate() + days], [hour, minute, second].map(Number));
  if (day !== undefined) return on(day.toLowerCase() === "tomorrow" ? 1 : 0);
  const today = on(0);
  return today !== null && today <= nowMs ? on(1) : today;
}

function dateAndTime(typed: string): number | null {
  const [, date = "", time = "00:00", offset] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?)?$/i.exec(typed) ?? [];
  const day = date.split("-").map(Number);
  if (date === "" || !isDay(day)) return null;
  if (offset === undefined) return localTime(day, time.split(":").map(Number));
  const ms = Date.parse(`${date}T${time}${offset.toUpperCase()}`);
  return Number.isNaN(ms) ? null : ms;
}

/** Date arithmetic would turn February 31 into March 3. */
function isDay([year = 0, month = 0, day = 0]: readonly number[]): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function localTime(
  [year = 0, month = 0, day = 0]: readonly number[],
  [hour = 0, minute = 0, second = 0]: readonly number[],
): number | null {
  if (hour > 23 || minute > 59 || second >= 60) return null;
  return new Date(year, month - 1, day, hour, minute, second).getTime();
}

/** A duration in the past: 12h, 30d. */
export function parseAgeMs(typed: string, flag: string): number {
  const age = ageMs(typed);
  if (age === null) throw usageFailure(`${flag} can't be "${typed}"`, "write an age such as 12h, 30d or 8w");
  return age;
}
