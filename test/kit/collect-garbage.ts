// Takes out of memory what nobody holds, as it would happen sooner or later.
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Until it makes no difference any more: buffers are given back by another thread, which has its own pace. */
export async function collectGarbage(): Promise<void> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    // What was looked at in this turn of the event loop is held until its end.
    await nextTurn();
    collect();
    await nextTurn();
    const { arrayBuffers } = process.memoryUsage();
    if (arrayBuffers >= before) return;
    before = arrayBuffers;
  }
}
