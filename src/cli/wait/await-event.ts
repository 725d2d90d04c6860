// Waits for one event: a turn's end, or an agent's exit.
import type { Client, ListedSession } from "../../client/index.ts";
import { SessionReader } from "../../client/session-reader.ts";
import { type DataOf, type KnownEvent, STEERED_IN_DOUBT, understand } from "../../core/index.ts";
import type { Io } from "../io.ts";
import { withDeadline } from "./deadline.ts";
import { cutFailure } from "./prompt-failure.ts";

interface Waiting {
  readonly session: ListedSession;
  /** The session's reference, as a person writes it. */
  readonly ref: string;
  /** A position in the log before which it can't have happened. */
  readonly after: number;
  readonly io: Pick<Io, "onInterrupt">;
  readonly timeoutMs: number;
}

export interface TurnEnd {
  readonly end: DataOf<"turn_end">;
  /** The notice about text that was steered into the turn. */
  readonly doubts: readonly string[];
}

export function awaitTurnEnd(client: Client, { turn, ...waiting }: Waiting & { turn: string }): Promise<TurnEnd> {
  const doubts: string[] = [];
  return awaitEvent(client, waiting, (event) => {
    if (event.type === "notice" && event.data.kind === STEERED_IN_DOUBT) doubts.push(event.data.text);
    return event.type === "turn_end" && event.data.turn === turn ? { end: event.data, doubts } : null;
  });
}

export const awaitAgentExit = (client: Client, waiting: Waiting): Promise<DataOf<"agent_exit">> =>
  awaitEvent(client, waiting, (event) => (event.type === "agent_exit" ? event.data : null));

async function awaitEvent<T>(client: Client, waiting: Waiting, find: (event: KnownEvent) => T | null): Promise<T> {
  const { session, after, io, timeoutMs } = waiting;
  return withDeadline({ io, timeoutMs }, async (deadline) => {
    const reader = new SessionReader({ client, session: session.id });
    for await (const item of reader.items({ after, signal: deadline.signal })) {
      const event = item.kind === "event" ? understand(item.event) : null;
      const found = event ? find(event) : null;
      if (found !== null) return found;
    }
    throw cutFailure(waiting, deadline.cut);
  });
}
