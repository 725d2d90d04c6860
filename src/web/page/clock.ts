// The current time as a signal, for ages and durations. It stops while the page is hidden.
import { type ReadonlySignal, signal } from "@preact/signals";

const STEP_MS = 5_000;

export function openClock(): ReadonlySignal<number> {
  const now = signal(Date.now());
  const tick = (): void => {
    if (document.visibilityState === "visible") now.value = Date.now();
  };
  setInterval(tick, STEP_MS);
  document.addEventListener("visibilitychange", tick);
  return now;
}
