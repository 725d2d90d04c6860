// The turns that end when every agent does; what is queued behind them is not touched.
import type { Client, ListedSession } from "../../client/index.ts";
import { displayName } from "../render/session-name.ts";
import { workOf } from "../session/at-stake.ts";

interface RunningTurn {
  readonly session: ListedSession;
  /** As people are told it. */
  readonly name: string;
  readonly turn: string;
  /** How many prompts wait behind it. */
  readonly queued: number;
}

export async function runningTurns(client: Client): Promise<RunningTurn[]> {
  const works = (await client.sessions()).map(async (session) => ({ session, ...(await workOf(client, session)) }));
  return (await Promise.all(works)).flatMap(({ session, turn, queued }) =>
    turn === null ? [] : [{ session, name: displayName(session), turn, queued: queued.length }],
  );
}
