// A clock that only the test advances: timers in the daemon wait for the test.
import type { Clock } from "../../src/session/index.ts";

export interface ManualClock extends Clock {
  /** Advances time and calls everything that is due, in order. */
  advance(ms: number): void;
  /** Sets the time of day, forward or back, without any elapsed time. */
  jump(ms: number): void;
  /** From now on the time of day moves on by this much between one look at it and the next, as on a busy machine. */
  moveWithEachLook(ms: number): void;
}

export function manualClock(startAt = "2026-01-01T00:00:00.000Z"): ManualClock {
  const start = Date.parse(startAt);
  let elapsedMs = 0;
  let jumpedMs = 0;
  let lookMs = 0;
  const timers = new Set<{ dueMs: number; callback: () => void }>();
  return {
    now() {
      jumpedMs += lookMs;
      return new Date(start + jumpedMs + elapsedMs).toISOString();
    },
    monotonicMs: () => elapsedMs,
    after(delayMs, callback) {
      const timer = { dueMs: elapsedMs + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    jump(ms) {
      jumpedMs += ms;
    },
    moveWithEachLook(ms) {
      lookMs = ms;
    },
    advance(ms) {
      const end = elapsedMs + ms;
      for (;;) {
        const [next] = [...timers].filter(({ dueMs }) => dueMs <= end).sort((a, b) => a.dueMs - b.dueMs);
        if (!next) break;
        timers.delete(next);
        elapsedMs = Math.max(elapsedMs, next.dueMs);
        next.callback();
      }
      elapsedMs = end;
    },
  };
}
