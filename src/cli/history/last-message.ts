// The agent's last message, whole: its pieces are found from the end of the log, however long the log is.
import type { Client } from "../../client/index.ts";
import { type Event, understand } from "../../core/index.ts";
import { withInlinedTexts } from "./inline-texts.ts";

export interface LastMessage {
  readonly text: string;
  /** The event of its newest piece. */
  readonly seq: number;
  readonly at: string;
  /** The turn of the message; null if it was outside of turns. */
  readonly turn: string | null;
}

const PAGE = 500;

/** Up to this event; `isOfLastTurn`: only a message of the newest turn. Null if there is none. */
export async function lastMessage(
  client: Pick<Client, "events" | "blob">,
  session: string,
  { head, isOfLastTurn = false }: { head: number; isOfLastTurn?: boolean },
): Promise<LastMessage | null> {
  /** Newest first. */
  const pieces: Event[] = [];
  let id: string | null = null;
  let turn: string | null = null;
  for await (const event of eventsBefore(client, session, head)) {
    const known = understand(event);
    if (known?.type === "agent_message") {
      id ??= known.data.messageId;
      if (known.data.messageId === id) pieces.push(event);
    } else if (known?.type === "turn_end" && pieces.length > 0) break;
    // A message can't begin before its turn.
    else if (known?.type === "turn_start") {
      if (pieces.length > 0) turn = known.data.turn;
      if (pieces.length > 0 || isOfLastTurn) break;
    }
  }
  const [newest] = pieces;
  if (!newest) return null;
  const whole = await Promise.all(pieces.toReversed().map((piece) => withInlinedTexts(client, piece)));
  const text = whole.map(({ data }) => (data as { text: string }).text).join("");
  return { text, seq: newest.seq, at: newest.at, turn };
}

/** Newest first. */
export async function* eventsBefore(
  client: Pick<Client, "events">,
  session: string,
  head: number,
): AsyncGenerator<Event> {
  for (let before = head + 1; before > 1; ) {
    const { events, firstSeq } = await client.events(session, { before, limit: PAGE });
    yield* events.toReversed();
    const first = events[0]?.seq ?? firstSeq;
    if (first <= firstSeq) return;
    before = first;
  }
}
