// What becomes of a prompt that is sent while the queue is held: a person's goes alone. Where the system does not tell who calls, nobody's does.
import type { Client } from "../../client/index.ts";

export type SentMeanwhile = "goes alone" | "waits, too, while an agent runs";

/** A daemon that is too old to be asked tells nobody apart. */
export async function sentMeanwhile(client: Pick<Client, "caller">): Promise<SentMeanwhile> {
  const caller = await client.caller().catch(() => null);
  return caller === null || caller.kind === "person" ? "goes alone" : "waits, too, while an agent runs";
}
