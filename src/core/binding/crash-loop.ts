// When to stop restarting an agent that keeps crashing, and when to wait before a restart.
import type { BindingState } from "./state.ts";

export const MAX_STARTS = 3;
const WINDOW_MS = 5 * 60_000;
/** Causes of a failed start (a database that another process is creating, a busy machine) are often temporary. */
const LAST_TRY_AFTER_MS = 2_000;

/** Failures after which a queued prompt must not restart the agent automatically. */
export const isHalting = (code: string): boolean =>
  ["crash_loop", "start_failed", "native_id_taken", "not_logged_in"].includes(code);

/** Whether there were so many starts in so short a time that another would only crash again. */
export function isCrashLoop(binding: BindingState, at: string): boolean {
  return recentStarts(binding, at).length >= MAX_STARTS;
}

/** When it may be started again; null = now. The last attempt before giving up is delayed. */
export function nextStartTime(binding: BindingState, at: string): string | null {
  const recent = recentStarts(binding, at);
  const last = Date.parse(recent.at(-1) ?? "");
  if (recent.length < MAX_STARTS - 1 || Date.parse(at) < last) return null;
  const dueMs = last + LAST_TRY_AFTER_MS;
  return dueMs > Date.parse(at) ? new Date(dueMs).toISOString() : null;
}

// A time in the future counts as the same distance in the past: the clock was set back.
const recentStarts = ({ startsAt }: BindingState, at: string): string[] =>
  startsAt.filter((start) => Math.abs(Date.parse(at) - Date.parse(start)) < WINDOW_MS);
