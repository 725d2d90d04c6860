// Open questions that were asked before the shown part of the history.
import type { Client } from "../../client/index.ts";
import type { Event } from "../../core/index.ts";

/** The events that asked them, oldest first. */
export async function earlierQuestions(
  client: Pick<Client, "session" | "events">,
  session: string,
  firstSeq: number,
): Promise<Event[]> {
  const { open } = (await client.session(session)).state.permission;
  const seqs = open.flatMap(({ state, seq }) => (state === "asked" && seq < firstSeq ? [seq] : []));
  const asked: Event[] = [];
  for (const seq of seqs.toSorted((one, other) => one - other)) {
    const { events } = await client.events(session, { after: seq - 1, limit: 1 });
    asked.push(...events);
  }
  return asked;
}
