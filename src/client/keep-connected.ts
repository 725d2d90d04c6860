// Holds on to a stream for as long as somebody wants it: over daemons that come and go, and pages that sleep and wake.
//
//   connecting ──hello──▶ catching up ──caught up──▶ live
//       ▲                      │                      │
//       └──── it ended ◀───────┴──────────────────────┘        it could not be had, or there is no network ──▶ offline
import { backOffMs, type Wait } from "./back-off.ts";
import { ConnectionError } from "./connection-error.ts";
import type { HostEnvironment } from "./host-environment.ts";
import { ProblemError } from "./problem-error.ts";

export type ConnectionWord = "connecting" | "catching up" | "live" | "offline";

export interface StreamRequest {
  readonly environment: HostEnvironment;
  readonly wait: Wait;
  /** Follows until the stream must be requested again, reports the connection's state, and throws what ends it. */
  readonly attempt: (signal: AbortSignal, say: (word: ConnectionWord) => void) => Promise<void>;
  readonly onWord: (word: ConnectionWord) => void;
  /** It has ended: the resource does not exist, or access is denied. */
  readonly onFailure: (error: Error) => void;
  readonly onHide: () => void;
  /** Any error of an attempt is final, even a temporary one: the attempt has retried enough. */
  readonly givesUp?: boolean | undefined;
}

/** After this many delays in a row the delay no longer grows. */
const MAX_ATTEMPT = 5;

export interface KeptConnection {
  /** For an attempt's streams: called when one broke (null = the server ended it), before the next attempt. */
  broke(error: unknown): void;
  close(): void;
}

export function keepConnected({
  environment,
  wait,
  attempt,
  onWord,
  onFailure,
  onHide,
  givesUp = false,
}: StreamRequest): KeptConnection {
  const closed = new AbortController();
  let round = new AbortController();
  let word: ConnectionWord = "connecting";
  const say = (next: ConnectionWord): void => {
    if (next === word || closed.signal.aborted) return;
    word = next;
    onWord(word);
  };
  /** Ends the current attempt or delay, and begins the next attempt. */
  const again = (): void => round.abort();
  const deafen = environment.listen({ wake: again, sleep: again, hide: onHide });

  const run = async (): Promise<void> => {
    let failures = 0;
    const onHeard = (next: ConnectionWord): void => {
      failures = 0;
      say(next);
    };
    while (!closed.signal.aborted) {
      round = new AbortController();
      const signal = AbortSignal.any([closed.signal, round.signal]);
      if (!environment.isOnline()) {
        say("offline");
        await aborted(signal);
        continue;
      }
      try {
        await attempt(signal, onHeard);
        say("connecting");
      } catch (error) {
        if (signal.aborted) continue;
        if (givesUp || isLasting(error)) return fail(error);
        say("offline");
        await wait(backOffMs(Math.min(failures++, MAX_ATTEMPT)), signal).catch(() => undefined);
      }
    }
  };
  const close = (): void => {
    deafen();
    closed.abort();
  };
  const fail = (error: unknown): void => {
    say("offline");
    close();
    onFailure(error instanceof Error ? error : new Error(String(error)));
  };
  void run();
  return {
    // After the first end of a stream a reconnect usually succeeds; if that one fails, the daemon is unreachable.
    broke: (error) => say(error === null || word === "live" || word === "catching up" ? "connecting" : "offline"),
    close,
  };
}

/** Not for temporary errors: a daemon that is away, restarts or can't read its log, or a proxy that can't reach it. */
function isLasting(error: unknown): boolean {
  if (error instanceof ConnectionError) return error.kind === "forbidden";
  return !(error instanceof ProblemError) || error.status < 500;
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
