// The newest finished turns of a session, each with the first line of its prompt. Read from the end of the log.
import type { Client, ListedSession } from "../../client/index.ts";
import { promptTitle, understand } from "../../core/index.ts";

interface FinishedTurn {
  readonly turn: string;
  readonly title: string;
}

const PAGE = 1000;
/** The maximum of events to read: older turns can be named by number. */
const PAGES = 5;

/** Oldest first. */
export async function finishedTurns(client: Client, session: ListedSession, most: number): Promise<FinishedTurn[]> {
  const ended: string[] = [];
  const titles = new Map<string, string>();
  let before = session.head + 1;
  for (let page = 0; page < PAGES && titles.size < most && before > 1; page++) {
    const { events } = await client.events(session.id, { before, limit: PAGE });
    for (const event of events.toReversed()) {
      const known = understand(event);
      if (known?.type === "turn_end") ended.push(known.data.turn);
      else if (known?.type === "user_prompt" && !known.data.steered)
        titles.set(known.data.turn, promptTitle(known.data.text) ?? "");
    }
    const [first] = events;
    if (!first) break;
    before = first.seq;
  }
  return ended
    .slice(0, most)
    .map((turn) => ({ turn, title: titles.get(turn) ?? "" }))
    .reverse();
}
