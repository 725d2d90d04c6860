// Clients that outlast a daemon that is killed again and again: so often that a patient one would give up.
import { randomUUID } from "node:crypto";
import { type Client, ConnectionError } from "../../src/client/index.ts";
import type { AnyEvent } from "./daemon-process.ts";
import { until } from "./until.ts";

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

/** Every event of a session, whatever becomes of the daemon meanwhile; ends when the reader has seen enough, or with the signal. */
export async function* everyEvent(
  client: Client,
  session: string,
  signal = AbortSignal.timeout(PATIENCE_MS),
): AsyncGenerator<AnyEvent, void> {
  for (let after = 0; !signal.aborted; ) {
    try {
      for await (const item of client.follow(session, { after, signal })) {
        if (item.kind !== "event") continue;
        after = item.event.seq;
        yield item.event as AnyEvent;
      }
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
    }
  }
}

/** The first event that fits, once it is there. */
export async function stubbornlyAwait(
  client: Client,
  session: string,
  fits: (event: AnyEvent) => boolean,
): Promise<AnyEvent> {
  for await (const event of everyEvent(client, session)) if (fits(event)) return event;
  throw new Error(`an event that was waited for did not come within ${PATIENCE_MS} ms`);
}
