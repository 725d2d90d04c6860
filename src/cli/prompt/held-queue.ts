// What happens to a prompt that is sent to a held queue: a person's goes alone. If the system does not tell who calls, it waits while an agent runs.
import type { Client } from "../../client/index.ts";

export type SentMeanwhile = "goes alone" | "waits, too, while an agent runs";

/** A daemon that is too old does not tell callers apart. */
export async function sentMeanwhile(client: Pick<Client, "caller">): Promise<SentMeanwhile> {
  const caller = await client.caller().catch(() => null);
  return caller === null || caller.kind === "person" ? "goes alone" : "waits, too, while an agent runs";
}
