// One signal for Ctrl+C and a timeout.
import { callAfter } from "../../system/index.ts";
import type { Io } from "../io.ts";

export interface Deadline {
  readonly signal: AbortSignal;
  /** Why the signal came; null before that. */
  readonly cut: "interrupted" | "timeout" | null;
}

/** Runs `wait` under the deadline and cleans up afterwards. */
export async function withDeadline<T>(
  { io, timeoutMs }: { io: Pick<Io, "onInterrupt">; timeoutMs: number | null },
  wait: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let cut: Deadline["cut"] = null;
  const end = (reason: "interrupted" | "timeout"): void => {
    cut ??= reason;
    controller.abort();
  };
  const cancelTimeout = timeoutMs === null ? null : callAfter(timeoutMs, () => end("timeout"));
  const stopListening = io.onInterrupt(() => end("interrupted"));
  try {
    return await wait({
      signal: controller.signal,
      get cut() {
        return cut;
      },
    });
  } finally {
    cancelTimeout?.();
    stopListening();
  }
}

/** Registers for Ctrl+C before the wait begins, so that the wait can report what was being sent. A second Ctrl+C ends the process. */
export function interruptsFromNow(io: Pick<Io, "onInterrupt">): Pick<Io, "onInterrupt"> {
  let hasCome = false;
  const stop = io.onInterrupt(() => {
    hasCome = true;
    stop();
  });
  return {
    onInterrupt(react) {
      stop();
      if (hasCome) react();
      return io.onInterrupt(react);
    },
  };
}
