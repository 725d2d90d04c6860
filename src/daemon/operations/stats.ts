// How much was done, and its cost, in several periods. Counted from the log in slices, so that other requests are served meanwhile.
import { type Event, understand } from "../../core/index.ts";
import { type Log, walkCommits } from "../../log/index.ts";
import type { Period } from "../../protocol/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { Refusal } from "../refusal.ts";

export const statsHandlers = ({ log }: DaemonContext): Pick<Handlers, "stats"> => ({
  async stats({ query }) {
    const since = (query.since ?? "").split(",").filter(Boolean);
    const wrong = since.find((one) => Number.isNaN(Date.parse(one)));
    if (wrong !== undefined) throw new Refusal("invalid_time", `since must be ISO times, not "${wrong}".`);
    return { items: await periodsSince(log, since), events: log.lastCommit() };
  },
});

interface Counting {
  readonly period: Period;
  readonly fromMs: number;
  readonly sessions: Set<string>;
}

async function periodsSince(log: Log, since: readonly string[]): Promise<Period[]> {
  const countings = since.map((at): Counting => {
    const period = { since: at, sessions: 0, turns: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
    return { period, fromMs: Date.parse(at), sessions: new Set() };
  });
  if (countings.length === 0) return [];
  const after = commitBefore(log, Math.min(...countings.map(({ fromMs }) => fromMs)));
  const ownFrom = remembering((session) => ownEventsFrom(log, session));
  for await (const { events } of walkCommits(log, after)) {
    for (const { type, line } of events) {
      if (type !== "turn_start" && type !== "usage") continue;
      const event = JSON.parse(line) as Event;
      if (event.seq >= ownFrom(event.session)) for (const one of countings) count(one, event);
    }
  }
  return countings.map(({ period, sessions }) => ({ ...period, sessions: sessions.size }));
}

/**
 * From which event on a session counts. A session that was deleted for good may leave a beginning that forks need: it no longer counts. The
 * events that a copy inherits were counted in the original.
 */
function ownEventsFrom(log: Log, session: string): number {
  const row = log.summary(session);
  return row === null ? Number.POSITIVE_INFINITY : (row.copyOf?.seq ?? 0);
}

function remembering(look: (session: string) => number): (session: string) => number {
  const known = new Map<string, number>();
  return (session) => {
    const answer = known.get(session) ?? look(session);
    known.set(session, answer);
    return answer;
  };
}

function count({ period, fromMs, sessions }: Counting, written: Event): void {
  const event = Date.parse(written.at) >= fromMs ? understand(written) : null;
  if (event?.type === "turn_start") {
    sessions.add(event.session);
    period.turns++;
  } else if (event?.type === "usage") {
    period.inputTokens += event.data.inputTokens;
    period.outputTokens += event.data.outputTokens;
    period.costUsd += event.data.costUsd ?? 0;
  }
}

/** The last commit before this time, by binary search. A clock that was set back makes it less precise. */
function commitBefore(log: Log, ms: number): number {
  let low = 0;
  let high = log.lastCommit();
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [event] = log.readCommits({ after: middle, limit: 1 }).events;
    if (event && Date.parse((JSON.parse(event.line) as Event).at) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
