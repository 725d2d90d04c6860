// What agents have used, as charts show it: a column for each day or month, also for those without use.
import { monthOf, tokensOf, type UsageItem, usageRows } from "../../core/without-folds.ts";
import type { UsageAnswer } from "../../protocol/index.ts";

type UsageMeasure = "tokens" | "cost";
type Amounts = Pick<UsageItem, "turns" | "inputTokens" | "outputTokens" | "costUsd">;

interface UsageColumn {
  /** A day, or a month. */
  readonly day: string;
  readonly total: number;
  /** By agent, in the order of `UsageChart.agents`; agents without use on that day are left out. */
  readonly parts: readonly { readonly agent: number; readonly amount: number }[];
}

export interface UsageChart {
  /** Most used first. */
  readonly agents: readonly string[];
  /** Every day or month from the first to the last. */
  readonly columns: readonly UsageColumn[];
  /** The top of the scale: a round number that no column exceeds. */
  readonly top: number;
}

const amountOf: Readonly<Record<UsageMeasure, (item: Amounts) => number>> = {
  tokens: tokensOf,
  cost: ({ costUsd }) => costUsd,
};

export type UsagePer = "day" | "month";

export function usageChart(
  { since, until, items }: Omit<UsageAnswer, "quotas">,
  measure: UsageMeasure,
  per: UsagePer = "day",
): UsageChart {
  const amount = amountOf[measure];
  const agents = usageRows(items, "agent")
    .filter((row) => amount(row) > 0)
    .sort((a, b) => amount(b) - amount(a))
    .map(({ name }) => name);
  const columnOf = (day: string): string => (per === "month" ? monthOf(day) : day);
  const byDay = Map.groupBy(items, ({ day }) => columnOf(day));
  const columns = [...new Set(daysBetween(since, until).map(columnOf))].map((day): UsageColumn => {
    const parts = agents.flatMap((name, agent) => {
      const sum = (byDay.get(day) ?? []).reduce((all, item) => all + (item.agent === name ? amount(item) : 0), 0);
      return sum > 0 ? [{ agent, amount: sum }] : [];
    });
    return { day, total: parts.reduce((all, part) => all + part.amount, 0), parts };
  });
  return { agents, columns, top: roundUp(Math.max(0, ...columns.map(({ total }) => total))) };
}

const DAY_MS = 24 * 60 * 60_000;

/** Calendar days, both ends included. */
function daysBetween(since: string, until: string): string[] {
  const [first, last] = [Date.parse(`${since}T00:00:00Z`), Date.parse(`${until}T00:00:00Z`)];
  const count = Math.max(0, Math.round((last - first) / DAY_MS) + 1);
  return Array.from({ length: count }, (_, n) => new Date(first + n * DAY_MS).toISOString().slice(0, 10));
}

/** 1, 2 or 5 times a power of ten; 1 for nothing. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  return step * power;
}
