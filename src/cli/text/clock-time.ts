// A time of day for people.

const two = (number: number): string => String(number).padStart(2, "0");

/** "at 09:00", "tomorrow at 09:00", "on 2026-01-31 at 09:00": local time. */
export function clockTime(at: string, nowMs: number): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return `at ${at}`;
  const time = `at ${two(then.getHours())}:${two(then.getMinutes())}`;
  const now = new Date(nowMs);
  const isOn = (days: number): boolean =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toDateString() === then.toDateString();
  if (isOn(0)) return time;
  if (isOn(1)) return `tomorrow ${time}`;
  return `on ${dateOf(then)} ${time}`;
}

/** "2026-01-31 at 09:00 (UTC+01:00)": local time, for readers elsewhere. */
export function dateAndTime(at: string): string {
  const then = new Date(at);
  if (Number.isNaN(then.getTime())) return at;
  const offset = -then.getTimezoneOffset();
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const zone = `UTC${offset < 0 ? "-" : "+"}${two(hours)}:${two(minutes)}`;
  return `${dateOf(then)} at ${two(then.getHours())}:${two(then.getMinutes())} (${zone})`;
}

const dateOf = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
