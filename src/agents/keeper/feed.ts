// Tells whoever pumps a run's `in` to the agent that there is more. A run of an older Skein has no such FIFO: there the pump looks by itself.
import { closeSync, constants, fstatSync, lstatSync, openSync, writeSync } from "node:fs";
import type { RunFiles } from "./run-files.ts";

const { O_WRONLY, O_NONBLOCK, O_NOFOLLOW } = constants;

/** Never waits, and never fails: without a reader nobody sleeps there, and a full one is about to look. */
export function wakeFeed({ feed }: RunFiles): void {
  try {
    const file = openSync(feed, O_WRONLY | O_NONBLOCK | O_NOFOLLOW);
    try {
      // The agent can put anything in its place.
      if (fstatSync(file).isFIFO()) writeSync(file, "\n");
    } finally {
      closeSync(file);
    }
  } catch {
    // See above.
  }
}

export const isFed = ({ feed }: RunFiles): boolean => lstatSync(feed, { throwIfNoEntry: false })?.isFIFO() === true;
