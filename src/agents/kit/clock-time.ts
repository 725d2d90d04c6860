// Parses a local time in a text, such as "resets 3pm (Europe/Berlin)" or "resets Nov 20, 3:30pm (UTC)".

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAY_MS = 86_400_000;
/** A time that has just passed means now, not tomorrow. */
const JUST_NOW_MS = 60_000;

const shape =
  /\bresets?\s+(?:at\s+|on\s+)?(?:([a-z]{3})[a-z]*\s+(\d{1,2})(?:,\s*(\d{4}))?,?\s+(?:at\s+)?)?(\d{1,2})(?::(\d{2}))?\s*([ap])m\s*\(([^)]+)\)/i;

/** The next such time, in milliseconds; null if the text has none, or no time zone. */
export function clockTimeIn(text: string, nowMs: number): number | null {
  const [, month, day, year, hours = "", minutes = "0", half = "", zone = ""] = shape.exec(text) ?? [];
  if (hours === "" || Number.isNaN(nowMs)) return null;
  const here = new Date(nowMs + (offsetIn(zone, nowMs) ?? Number.NaN));
  if (Number.isNaN(here.getTime())) return null;
  const hour = (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  const moment = (years: number, monthIndex: number, date: number): number | null =>
    momentIn(zone, Date.UTC(years, monthIndex, date, hour, Number(minutes)));
  const isAhead = (ms: number | null): ms is number => ms !== null && ms > nowMs - JUST_NOW_MS;
  if (month === undefined || day === undefined) {
    const today = moment(here.getUTCFullYear(), here.getUTCMonth(), here.getUTCDate());
    return isAhead(today) ? today : moment(here.getUTCFullYear(), here.getUTCMonth(), here.getUTCDate() + 1);
  }
  const index = months.indexOf(month.toLowerCase());
  if (index < 0) return null;
  if (year !== undefined) return moment(Number(year), index, Number(day));
  const thisYear = moment(here.getUTCFullYear(), index, Number(day));
  return thisYear !== null && thisYear < nowMs - DAY_MS
    ? moment(here.getUTCFullYear() + 1, index, Number(day))
    : thisYear;
}

/** `wall` is the local time, encoded as if it were UTC. Computed twice, because the offset may change in between. */
function momentIn(zone: string, wall: number): number | null {
  const guess = wall - (offsetIn(zone, wall) ?? Number.NaN);
  const offset = Number.isNaN(guess) ? null : offsetIn(zone, guess);
  return offset === null ? null : wall - offset;
}

/** The zone's offset from UTC at that time; null for an unknown zone. */
function offsetIn(zone: string, ms: number): number | null {
  try {
    const numeric = "numeric" as const;
    const format = new Intl.DateTimeFormat("en-US", {
      ...{ timeZone: zone, hourCycle: "h23", year: numeric, month: numeric, day: numeric },
      ...{ hour: numeric, minute: numeric, second: numeric },
    });
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    const [year, month, day] = [part("year"), part("month") - 1, part("day")];
    return Date.UTC(year, month, day, part("hour"), part("minute"), part("second")) - Math.floor(ms / 1000) * 1000;
  } catch {
    return null;
  }
}
