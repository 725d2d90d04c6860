// Ends what a test has started: regularly if possible, by force if the test or its end fails.
import { rmSync } from "node:fs";
import { type Lifetime, ofTheTest } from "./lifetime.ts";
import { killProcessesIn } from "./processes-in.ts";

/** Less than vitest's timeout for hooks, after which nothing could be ended by force. */
const PATIENCE_MS = 120_000;

interface Ending {
  /** Ends the processes in that directory regularly. */
  readonly end: () => Promise<unknown>;
  /** From now on nothing may be started there. */
  readonly forbid?: () => void;
}

/** The directory goes with the test, or with the tests that share it. */
export function endWithTest(
  directory: string,
  { end, forbid = () => {} }: Ending,
  lifetime: Lifetime = ofTheTest,
): void {
  lifetime(async (hasFailed) => {
    let isInOrder = false;
    try {
      if (hasFailed) return;
      await withPatience(directory, end());
      isInOrder = true;
    } finally {
      forbid();
      // What is left after an end in order is not ended here: the end of the run finds and tells it.
      if (!isInOrder) await killProcessesIn(directory);
      rmSync(directory, { recursive: true, force: true });
    }
  });
}

async function withPatience(directory: string, ending: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const why = `what runs in ${directory} did not end within ${PATIENCE_MS / 1000} s and was killed`;
  const timer = setTimeout(() => reject(new Error(why)), PATIENCE_MS);
  try {
    await Promise.race([ending, promise]);
  } finally {
    clearTimeout(timer);
  }
}
