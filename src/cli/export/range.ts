// Which events of a session are exported: all, those after one, or those of a turn.
import type { Client, ListedSession } from "../../client/index.ts";
import { sourceOver } from "../../client/playback/index.ts";
import { Failure, usageFailure } from "../failure.ts";
import { parseSeq, withinLog } from "../input/parse-seq.ts";
import { parseTurn } from "../input/parse-turn.ts";
import { grouped, pluralize } from "../text/numbers.ts";

/** More are too many for one file: a browser holds them all, and so does the command. */
const MAX_EVENTS = 100_000;

export interface Range {
  /** The event before the first one. */
  readonly after: number;
  readonly to: number;
  /** The number of the turn that it is; null if it was not asked for by a turn. */
  readonly turn: number | null;
}

interface Typed {
  readonly turn: string | undefined;
  readonly after: string | undefined;
}

export async function rangeOf(client: Client, session: ListedSession, { turn, after }: Typed): Promise<Range> {
  const { id, head } = session;
  if (turn !== undefined && after !== undefined)
    throw usageFailure("--turn and --after-event don't go together", "choose one of them");
  const range =
    turn === undefined
      ? { after: withinLog(parseSeq(after) ?? 0, session), to: head, turn: null }
      : await rangeOfTurn(client, { session: id, head, turn });
  const count = range.to - range.after;
  if (count === 0)
    throw usageFailure(`there is nothing to export: the log ends with event ${head}`, "choose an earlier event");
  if (count > MAX_EVENTS)
    throw new Failure(`${pluralize(count, "event")} are too many for one HTML file`, {
      exit: "usage",
      code: "too_many_events",
      why: `it holds ${grouped(MAX_EVENTS)}: a browser has them all in memory`,
      fix: `export a part: --turn last, or --after-event ${head - MAX_EVENTS}`,
      facts: { events: count, limit: MAX_EVENTS },
    });
  return range;
}

async function rangeOfTurn(
  client: Client,
  { session, head, turn }: { session: string; head: number; turn: string },
): Promise<Range> {
  const typed = turn === "last" ? null : parseTurn(turn);
  const starts = await sourceOver(client, session).turns(1, head);
  const number = typed ?? starts.length;
  const start = starts[number - 1];
  if (start === undefined)
    throw new Failure(starts.length === 0 ? "the session has no turn yet" : `there is no turn ${turn}`, {
      exit: "notFound",
      code: "turn_not_found",
      fix: starts.length === 0 ? "omit --turn" : `the last one is ${starts.length}`,
    });
  return { after: start - 1, to: (starts[number] ?? head + 1) - 1, turn: number };
}
