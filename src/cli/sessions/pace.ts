// Looks again when something may have changed: never two looks at once, a pause after each, and no timer while nothing happens.
import { setTimeout as sleep } from "node:timers/promises";

type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

interface Pacing {
  /** Says when something may have changed, as often as it likes. */
  readonly changes: AsyncIterable<unknown>;
  readonly look: () => Promise<void>;
  readonly wait?: Wait;
  readonly signal: AbortSignal;
}

/** Agents at work say something many times a second; nobody reads a list that often. */
const PAUSE_MS = 200;

const pause: Wait = (ms, signal) => sleep(ms, undefined, { signal });

/** Resolves when the changes end or the signal says so; throws what they or a look throw. */
export async function lookOnChange({ changes, look, wait = pause, signal }: Pacing): Promise<void> {
  let isStale = false;
  let isOver = false;
  let wake = (): void => {};
  const stirred = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  // Taken as fast as they come, so that a hundred changes during a pause are one look after it.
  const heard = (async () => {
    try {
      for await (const _ of changes) {
        isStale = true;
        wake();
      }
    } finally {
      isOver = true;
      wake();
    }
  })();
  // It is awaited below; until then its failure must not be nobody's.
  heard.catch(() => undefined);
  while (!signal.aborted) {
    if (!isStale && !isOver) await stirred();
    if (!isStale || signal.aborted) break;
    isStale = false;
    await look();
    await wait(PAUSE_MS, signal).catch(() => undefined);
  }
  await heard;
}
