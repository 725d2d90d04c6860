// A snoozed session is back at its time, or as soon as it needs somebody.
import type { SessionState } from "../state.ts";
import type { Snooze } from "./state.ts";
import { newestToRead } from "./unread.ts";

/** Null once something has happened that ends it; its time is not looked at. */
export function snoozeOf(state: SessionState): Snooze | null {
  const { snooze } = state.arrangement;
  return snooze && newestNeed(state, snooze) <= snooze.seq ? snooze : null;
}

export type Awakening = "time" | "need";

/** Why the snooze is over; null while it lasts, or if there is none. */
export function awakeningOf(state: SessionState, now: string): Awakening | null {
  const { snooze } = state.arrangement;
  if (!snooze) return null;
  if (!snoozeOf(state)) return "need";
  const { until } = snooze;
  return until !== null && Date.parse(until) <= Date.parse(now) ? "time" : null;
}

/** When a snooze ends without an event. */
export function awakeningTime({ arrangement: { snooze } }: SessionState): string | null {
  const until = snooze?.until ?? null;
  return until === null || Number.isNaN(Date.parse(until)) ? null : until;
}

/** The newest question, failure or used-up quota; without a time to wait for, any result. */
function newestNeed(state: SessionState, { until }: Snooze): number {
  const { permission, limit, lifecycle, turn } = state;
  const questions = permission.open.filter((one) => one.state === "asked").map(({ seq }) => seq);
  const isBadEnd = turn.last !== null && turn.last.reason !== "completed" && turn.last.reason !== "interrupted";
  // While a turn runs, the agent may recover from a failure.
  const failed = turn.open ? 0 : (lifecycle.failure?.seq ?? 0);
  return Math.max(
    ...questions,
    failed,
    limit.quota?.holds ? limit.quota.seq : 0,
    isBadEnd ? (turn.last?.seq ?? 0) : 0,
    until === null ? newestToRead(state) : 0,
  );
}
