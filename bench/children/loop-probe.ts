// Loaded into a daemon before its own code: reports to the parent process how long the event loop was blocked.
import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION_MS = 1;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

process.on("message", (wish) => {
  if (wish === "begin") {
    delay.reset();
    delay.enable();
    process.send?.("begun");
    return;
  }
  delay.disable();
  process.send?.(Math.max(0, delay.max / 1e6 - RESOLUTION_MS));
});
// Does not keep the daemon alive.
process.channel?.unref();
