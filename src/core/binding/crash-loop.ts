// When to stop starting an agent that keeps dying, and when to give it a moment first.
import type { BindingState } from "./state.ts";

export const MAX_STARTS = 3;
const WINDOW_MS = 5 * 60_000;
/** What keeps a program from starting (a database that another one is just making, a busy machine) often passes by itself. */
const LAST_TRY_AFTER_MS = 2_000;

/** Failures after which a queued prompt must not start the agent again by itself. */
export const isHalting = (code: string): boolean =>
  ["crash_loop", "start_failed", "native_id_taken", "not_logged_in"].includes(code);

/** Whether the newest starts were so many in so short a time that another one would only be the next crash. */
export function isCrashLoop(binding: BindingState, at: string): boolean {
  return recentStarts(binding, at).length >= MAX_STARTS;
}

/** When it may be started again; null = now. The last try before it is given up is not made at once. */
export function nextStartTime(binding: BindingState, at: string): string | null {
  const recent = recentStarts(binding, at);
  const last = Date.parse(recent.at(-1) ?? "");
  if (recent.length < MAX_STARTS - 1 || Date.parse(at) < last) return null;
  const dueMs = last + LAST_TRY_AFTER_MS;
  return dueMs > Date.parse(at) ? new Date(dueMs).toISOString() : null;
}

// As far into the future is as long ago: the clock was set back.
const recentStarts = ({ startsAt }: BindingState, at: string): string[] =>
  startsAt.filter((start) => Math.abs(Date.parse(at) - Date.parse(start)) < WINDOW_MS);
