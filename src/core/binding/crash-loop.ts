// When to stop starting an agent that keeps dying.
import type { BindingState } from "./state.ts";

export const MAX_STARTS = 3;
const WINDOW_MS = 5 * 60_000;

/** Failures after which a queued prompt must not start the agent again by itself. */
export const isHalting = (code: string): boolean =>
  ["crash_loop", "start_failed", "native_id_taken", "not_logged_in"].includes(code);

/** Whether the newest starts were so many in so short a time that another one would only be the next crash. */
export function isCrashLoop(binding: BindingState, at: string): boolean {
  // As far into the future is as long ago: the clock was set back.
  const recent = binding.startsAt.filter((start) => Math.abs(Date.parse(at) - Date.parse(start)) < WINDOW_MS);
  return recent.length >= MAX_STARTS;
}
