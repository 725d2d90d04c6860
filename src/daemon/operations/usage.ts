// What agents have used by day, and what is left of their quotas.
import { dayIn, noCounts, sumOf } from "../../core/index.ts";
import type { UsageAnswer } from "../../protocol/index.ts";
import type { DaemonContext } from "../context.ts";
import type { Handlers } from "../http/call.ts";
import { Refusal } from "../refusal.ts";
import { type SessionUsage, UsageBook } from "../usage/usage-book.ts";

const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 800;

type Item = UsageAnswer["items"][number];

export function usageHandlers({ log, clock }: DaemonContext): Pick<Handlers, "usage"> {
  const book = new UsageBook(log);
  return {
    async usage({ query: { since, zone = "UTC" } }) {
      const nowMs = Date.parse(clock.now());
      const day = daysIn(zone);
      const fromMs = since === undefined ? nowMs - DEFAULT_DAYS * DAY_MS : Date.parse(since);
      if (Number.isNaN(fromMs)) throw new Refusal("invalid_time", `since must be an ISO time, not "${since}".`);
      const first = day(Math.max(fromMs, nowMs - MAX_DAYS * DAY_MS));
      const sessions = await book.all();
      const items = itemsOf(sessions, (ms) => (day(ms) < first ? null : day(ms)));
      return { since: first, until: day(nowMs), items, quotas: quotasOf(sessions, nowMs) };
    },
  };
}

function daysIn(zone: string): (ms: number) => string {
  try {
    const day = dayIn(zone);
    const known = new Map<number, string>();
    return (ms) => {
      const found = known.get(ms) ?? day(ms);
      known.set(ms, found);
      return found;
    };
  } catch {
    throw new Refusal("invalid_time", `"${zone.slice(0, 50)}" is not a time zone; name one such as Europe/Berlin.`);
  }
}

/** `dayOf`: null for a moment that is not asked for. */
function itemsOf(sessions: readonly SessionUsage[], dayOf: (ms: number) => string | null): Item[] {
  const items = new Map<string, Item>();
  for (const { row, overTime } of sessions) {
    const { agent, workspace } = row;
    for (const [quarterMs, counts] of overTime) {
      const day = dayOf(quarterMs);
      if (day === null) continue;
      const key = JSON.stringify([day, agent, workspace.id]);
      const place = { day, agent, workspace: { id: workspace.id, path: workspace.path } };
      items.set(key, { ...place, ...sumOf(items.get(key) ?? noCounts, counts) });
    }
  }
  return [...items.values()].sort((a, b) => a.day.localeCompare(b.day) || a.agent.localeCompare(b.agent));
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
