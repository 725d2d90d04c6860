// The daemon is killed at random moments while somebody works with it, and started again.
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Client, ConnectionError } from "../../../src/client/index.ts";
import type { AnyEvent, DaemonProcess } from "../../kit/daemon-process.ts";
import { until } from "../../kit/until.ts";
import type { Torture } from "../scenario.ts";

export const PATIENCE_MS = 600_000;

/** The same command again, with the same id, while the daemon is gone. */
export async function stubbornly<Answer extends object>(order: (id: string) => Promise<Answer>): Promise<Answer> {
  const id = randomUUID();
  const attempt = (): Promise<Answer | null> =>
    order(id).catch((error: unknown) => {
      if (error instanceof ConnectionError) return null;
      throw error;
    });
  return (await until("a command to be taken", attempt, PATIENCE_MS)) as Answer;
}

/** Every event of a session, whatever becomes of the daemon meanwhile; ends when the reader has seen enough. */
export async function* everyEvent(client: Client, session: string): AsyncGenerator<AnyEvent, void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  for (let after = 0; !signal.aborted; ) {
    try {
      for await (const item of client.follow(session, { after, signal })) {
        if (item.kind !== "event") continue;
        after = item.event.seq;
        yield item.event as AnyEvent;
      }
    } catch (error) {
      // Killed so often in a row that even a patient client gives up.
      if (!(error instanceof ConnectionError)) throw error;
    }
  }
}

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
