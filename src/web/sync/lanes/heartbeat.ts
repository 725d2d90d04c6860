// Notices that the shared worker has ended: when it crashes, its tabs are not told. Beats are counted, and no clock is read: in a tab that the
// browser slowed down or stopped, an answer has its time, too.

export interface HeartbeatPorts {
  /** Asks the worker for an answer. */
  readonly ask: () => void;
  /** Calls back after a delay; returns a function that cancels it. */
  readonly later: (ms: number, action: () => void) => () => void;
  /** The worker has ended, or hangs. `wasHeard`: it has said something before. */
  readonly onSilent: (wasHeard: boolean) => void;
}

export interface Heartbeat {
  /** The worker has said something. */
  heard(): void;
  stop(): void;
}

const BEAT_MS = 5000;
/** So many unanswered questions in a row. */
const MAX_UNANSWERED = 2;

export function startHeartbeat({ ask, later, onSilent }: HeartbeatPorts): Heartbeat {
  let unanswered = 0;
  let wasHeard = false;
  const beat = (): void => {
    if (unanswered >= MAX_UNANSWERED) {
      onSilent(wasHeard);
    } else {
      unanswered++;
      ask();
      cancel = later(BEAT_MS, beat);
    }
  };
  let cancel = later(BEAT_MS, beat);
  return {
    heard() {
      unanswered = 0;
      wasHeard = true;
    },
    stop: () => cancel(),
  };
}
