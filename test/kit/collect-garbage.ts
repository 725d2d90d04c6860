// Runs the garbage collector, as it would run sooner or later.
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Repeats until it has no further effect: another thread frees buffers, with a delay. */
export async function collectGarbage(): Promise<void> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    // Objects that were used in this turn of the event loop are kept until its end.
    await nextTurn();
    collect();
    await nextTurn();
    const { arrayBuffers } = process.memoryUsage();
    if (arrayBuffers >= before) return;
    before = arrayBuffers;
  }
}
