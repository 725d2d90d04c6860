// What agents have used by day, and what is left of their quotas.
import { setImmediate } from "node:timers/promises";
import { dayIn, noCounts, sumOf, type UsageCounts } from "../../core/index.ts";
import type { UsageAnswer } from "../../protocol/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { Refusal } from "../refusal.ts";
import { type SessionUsage, UsageBook } from "../usage/usage-book.ts";

const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 800;
const SESSIONS_AT_ONCE = 200;

type Item = UsageAnswer["items"][number];

export function usageHandlers({ log, clock }: DaemonContext): Pick<Handlers, "usage"> {
  const book = new UsageBook(log);
  return {
    async usage({ query: { since, zone = "UTC" } }) {
      const nowMs = Date.parse(clock.now());
      const sinceMs = since === undefined ? nowMs - DEFAULT_DAYS * DAY_MS : Date.parse(since);
      if (Number.isNaN(sinceMs)) throw new Refusal("invalid_time", `since must be an ISO time, not "${since}".`);
      const fromMs = Math.min(Math.max(sinceMs, nowMs - MAX_DAYS * DAY_MS), nowMs);
      const days = daysIn(zone, fromMs, nowMs);
      const { sessions, unreadable } = await book.all();
      const items = await itemsOf(sessions, days.dayOf);
      return {
        since: days.first,
        until: days.last,
        items,
        quotas: quotasOf(sessions, nowMs),
        ...(unreadable.length > 0 ? { unreadable: unreadable.length } : {}),
      };
    },
  };
}

interface Days {
  readonly first: string;
  readonly last: string;
  /** Null for a moment before the first or after the last: an imported session may have any time. */
  readonly dayOf: (ms: number) => string | null;
}

function daysIn(zone: string, fromMs: number, toMs: number): Days {
  const day = dayInOrRefuse(zone);
  const [first, last] = [day(fromMs), day(toMs)];
  const known = new Map<number, string>();
  const dayOf = (ms: number): string | null => {
    // Days of years that have not four digits have no order as texts, and some moments have no day.
    if (ms < fromMs - 2 * DAY_MS || ms > toMs + 2 * DAY_MS) return null;
    const found = known.get(ms) ?? day(ms);
    known.set(ms, found);
    return found < first || found > last ? null : found;
  };
  return { first, last, dayOf };
}

function dayInOrRefuse(zone: string): (ms: number) => string {
  try {
    return dayIn(zone);
  } catch {
    throw new Refusal("invalid_time", `"${zone.slice(0, 50)}" is not a time zone; name one such as Europe/Berlin.`);
  }
}

async function itemsOf(sessions: readonly SessionUsage[], dayOf: Days["dayOf"]): Promise<Item[]> {
  /** By agent and directory, then by day. */
  const places = new Map<string, { readonly row: SessionUsage["row"]; readonly days: Map<string, UsageCounts> }>();
  for (const [at, { row, overTime }] of sessions.entries()) {
    if (at % SESSIONS_AT_ONCE === SESSIONS_AT_ONCE - 1) await setImmediate();
    const key = JSON.stringify([row.agent, row.workspace.id]);
    const { days } = places.get(key) ?? { days: new Map<string, UsageCounts>() };
    for (const [quarterMs, counts] of overTime) {
      const day = dayOf(quarterMs);
      if (day !== null) days.set(day, sumOf(days.get(day) ?? noCounts, counts));
    }
    if (!places.has(key)) places.set(key, { row, days });
  }
  const items = [...places.values()].flatMap(({ row: { agent, workspace }, days }) =>
    [...days].map(([day, counts]): Item => {
      return { day, agent, workspace: { id: workspace.id, path: workspace.path }, ...counts };
    }),
  );
  return items.sort((a, b) => a.day.localeCompare(b.day) || a.agent.localeCompare(b.agent));
}

function quotasOf(sessions: readonly SessionUsage[], nowMs: number): UsageAnswer["quotas"] {
  const newest = new Map<string, UsageAnswer["quotas"][number]>();
  for (const { row, quotas } of sessions) {
    for (const quota of quotas) {
      const { agent } = row;
      const key = JSON.stringify([agent, quota.window]);
      if ((newest.get(key)?.at ?? "") >= quota.at) continue;
      const isOver = quota.resetsAt !== null && Date.parse(quota.resetsAt) <= nowMs;
      newest.set(key, { agent, ...quota, isOver });
    }
  }
  return [...newest.values()].sort((a, b) => a.agent.localeCompare(b.agent) || a.window.localeCompare(b.window));
}
