// The snooze times on offer, in this machine's time zone.
import { clockTime } from "../times.ts";

export interface SnoozeChoice {
  readonly name: string;
  /** The resulting time. */
  readonly note: string;
  /** Null: until it needs somebody or has a result. */
  readonly until: string | null;
}

const EVENING = 18;
const MORNING = 9;

export function snoozeChoices(nowMs: number): SnoozeChoice[] {
  const at = (days: number, hour: number): number => {
    const day = new Date(nowMs);
    day.setDate(day.getDate() + days);
    return day.setHours(hour, 0, 0, 0);
  };
  const choice = (name: string, ms: number): SnoozeChoice => {
    const until = new Date(ms).toISOString();
    return { name, note: clockTime(until, nowMs), until };
  };
  const toMonday = (8 - new Date(nowMs).getDay()) % 7 || 7;
  return [
    choice("For an hour", nowMs + 3_600_000),
    ...(new Date(nowMs).getHours() < EVENING - 1 ? [choice("Until this evening", at(0, EVENING))] : []),
    choice("Until tomorrow", at(1, MORNING)),
    choice("Until next week", at(toMonday, MORNING)),
    { name: "Until it needs you", note: "or has a result", until: null },
  ];
}
