// One signal for both ways a wait is cut short: Ctrl+C and a timeout.
import type { Io } from "../io.ts";

export interface Deadline {
  readonly signal: AbortSignal;
  /** Why the signal came; null while it has not. */
  readonly cut: "interrupted" | "timeout" | null;
}

/** Runs `wait` under the deadline and takes everything down after it. */
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
  const timer = timeoutMs === null ? undefined : setTimeout(() => end("timeout"), timeoutMs);
  const stopListening = io.onInterrupt(() => end("interrupted"));
  try {
    return await wait({
      signal: controller.signal,
      get cut() {
        return cut;
      },
    });
  } finally {
    clearTimeout(timer);
    stopListening();
  }
}

/**
 * Listens from now on for who will wait later: a Ctrl+C that comes until then is theirs, so that what was being sent can be told about. One more
 * ends the process, as ever.
 */
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
