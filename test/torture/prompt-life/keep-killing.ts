// The daemon is killed at random moments while somebody works with it, and started again.
import { setTimeout as delay } from "node:timers/promises";
import type { DaemonProcess } from "../../kit/daemon-process.ts";
import type { Torture } from "../scenario.ts";

/** Until the work is done; returns what it came to, and how often the daemon was killed. */
export async function keepKilling<Result>(
  daemon: DaemonProcess,
  { random }: Pick<Torture, "random">,
  work: () => Promise<Result>,
): Promise<{ result: Result; kills: number }> {
  let isDone = false;
  let kills = 0;
  const killing = (async () => {
    for (;;) {
      await delay(random.between(50, 1000));
      if (isDone) return;
      await daemon.kill();
      kills++;
      // Sometimes the next one dies while it is still taking things up.
      const started = daemon.start();
      if (random.chance(0.7)) await started;
      else started.catch(() => {});
    }
  })();
  try {
    return { result: await work(), kills };
  } finally {
    isDone = true;
    await killing;
    await daemon.start();
  }
}
