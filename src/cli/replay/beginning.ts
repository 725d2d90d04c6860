// Where a replay begins: at a turn, behind an event, or some time ago.
import type { Client, ListedSession } from "../../client/index.ts";
import { Failure, usageFailure } from "../failure.ts";
import { parseSeq, withinLog } from "../input/parse-seq.ts";
import { parseTurn } from "../input/parse-turn.ts";
import { parseAgeMs } from "../parse-time.ts";
import { displayName } from "../render/session-name.ts";

export interface BeginningFlags {
  readonly turn: string | undefined;
  readonly "after-event": string | undefined;
  readonly since: string | undefined;
}

/** The event that has happened already: what follows is played. */
export type FindBeginning = (client: Client, session: ListedSession, nowMs: number) => Promise<number>;

/** Wrong flags are reported before anything is requested. */
export function beginningOf({ turn, "after-event": afterEvent, since }: BeginningFlags): FindBeginning {
  if ([turn, afterEvent, since].filter((flag) => flag !== undefined).length > 1)
    throw usageFailure("--turn, --after-event and --since don't go together", "choose one of them");
  const number = turn === undefined ? null : parseTurn(turn);
  const seq = parseSeq(afterEvent);
  const ageMs = since === undefined ? null : parseAgeMs(since, "--since");
  return async (client, session, nowMs) => {
    if (seq !== null) return withinLog(seq, session);
    if (ageMs !== null) return (await firstSince(client, session, nowMs - ageMs)) - 1;
    if (number === null) return 0;
    const start = await startOfTurn(client, session, number);
    if (start === null)
      throw new Failure(`${displayName(session)} has no turn ${number}`, {
        exit: "notFound",
        code: "turn_not_found",
        fix: `its last one is ${session.turns}`,
      });
    return start - 1;
  };
}

/** The first event of that time or later, or the last one: found in a few requests, however long the log is. */
async function firstSince(client: Client, { id, head }: ListedSession, ms: number): Promise<number> {
  let [from, to] = [1, head];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const [event] = (await client.events(id, { after: middle - 1, limit: 1 })).events;
    if (event && Date.parse(event.at) >= ms) to = middle;
    else from = middle + 1;
  }
  return from;
}

async function startOfTurn(client: Client, { id, head }: ListedSession, number: number): Promise<number | null> {
  let range: { from: number; to: number } | null = null;
  let turns = 0;
  for (;;) {
    const { items } = await client.outline(id, range ?? {});
    const entry = items.find((one) => {
      turns += one.turns;
      return turns >= number;
    });
    if (!entry) return null;
    if (entry.turns <= 1) return entry.seq;
    // Too many for one outline: neighbours were joined.
    const next = { from: entry.seq, to: entry.endSeq ?? head };
    if (range !== null && next.to - next.from >= range.to - range.from) return null;
    turns -= entry.turns;
    range = next;
  }
}
