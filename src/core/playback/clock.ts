// The clock of a replay: which event is due, when so much time has passed. Time comes in as an argument, so that pages and terminals play alike.

export interface Timed {
  readonly seq: number;
  /** ISO 8601. Clocks jump: an event may be earlier than the one before it. */
  readonly at: string;
}

export interface Pace {
  /** How much of the session's time passes in one second. */
  readonly speed: number;
  /** Where nothing happens for long, it is shortened. */
  readonly skipsIdle: boolean;
}

/** Everything up to an event has happened, and after it so many milliseconds of the session have passed. */
export interface Moment {
  readonly event: Timed;
  readonly sinceMs: number;
}

export const speeds = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64] as const;

/** What is left of a longer time in which nothing happened. */
export const IDLE_MS = 2000;

/** From one event to the next, in the session's time as it is played. */
export function gapMs(from: string, to: string, skipsIdle: boolean): number {
  const gap = Date.parse(to) - Date.parse(from);
  if (!(gap > 0)) return 0;
  return skipsIdle ? Math.min(gap, IDLE_MS) : gap;
}

/** The moment after so much time of the viewer. If more events are due than `upcoming` has, the clock stands at the last one. */
export function advance(
  { event, sinceMs }: Moment,
  upcoming: readonly Timed[],
  { elapsedMs, pace }: { elapsedMs: number; pace: Pace },
): Moment {
  let left = sinceMs + elapsedMs * pace.speed;
  let at = event;
  for (const next of upcoming) {
    const gap = gapMs(at.at, next.at, pace.skipsIdle);
    if (left < gap) return { event: at, sinceMs: left };
    left -= gap;
    at = next;
  }
  return { event: at, sinceMs: 0 };
}

/** The speed one step up or down; the same at either end. */
export function nextSpeed(speed: number, step: 1 | -1): number {
  const faster = speeds.find((one) => one > speed);
  const slower = speeds.findLast((one) => one < speed);
  return (step === 1 ? faster : slower) ?? speed;
}
