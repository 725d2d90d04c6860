// What agents have used, as charts and a table show it: one row per day, agent or directory, with days without use between.
import type { UsageAnswer } from "../../protocol/index.ts";

type Item = UsageAnswer["items"][number];
type Amounts = Pick<Item, "turns" | "inputTokens" | "outputTokens" | "costUsd">;

export type UsageBy = "day" | "agent" | "directory";

export interface UsageRow extends Amounts {
  /** A day, an agent, or the path of a directory. */
  readonly name: string;
}

const none: Amounts = { turns: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

const plus = (a: Amounts, b: Amounts): Amounts => ({
  turns: a.turns + b.turns,
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  costUsd: a.costUsd + b.costUsd,
});

const nameOf: Readonly<Record<UsageBy, (item: Item) => string>> = {
  day: ({ day }) => day,
  agent: ({ agent }) => agent,
  directory: ({ workspace }) => workspace.path,
};

/** Days newest first; agents and directories by cost, then by tokens. */
export function usageRows({ items }: Pick<UsageAnswer, "items">, by: UsageBy): UsageRow[] {
  const rows = new Map<string, Amounts>();
  for (const item of items) {
    const name = nameOf[by](item);
    rows.set(name, plus(rows.get(name) ?? none, item));
  }
  const named = [...rows].map(([name, amounts]): UsageRow => ({ name, ...amounts }));
  return named.sort((a, b) => (by === "day" ? b.name.localeCompare(a.name) : byAmount(b, a)));
}

const tokensOf = ({ inputTokens, outputTokens }: Amounts): number => inputTokens + outputTokens;
const byAmount = (a: Amounts, b: Amounts): number => a.costUsd - b.costUsd || tokensOf(a) - tokensOf(b);

export const usageTotal = ({ items }: Pick<UsageAnswer, "items">): Amounts => items.reduce<Amounts>(plus, none);

export type UsageMeasure = "tokens" | "cost";

export interface UsageColumn {
  readonly day: string;
  readonly total: number;
  /** By agent, in the order of `UsageChart.agents`; agents without use on that day are left out. */
  readonly parts: readonly { readonly agent: number; readonly amount: number }[];
}

export interface UsageChart {
  /** Most used first. */
  readonly agents: readonly string[];
  /** Every day from the first to the last. */
  readonly columns: readonly UsageColumn[];
  /** The top of the scale: a round number that no column exceeds. */
  readonly top: number;
}

const amountOf: Readonly<Record<UsageMeasure, (item: Amounts) => number>> = {
  tokens: tokensOf,
  cost: ({ costUsd }) => costUsd,
};

export function usageChart({ since, until, items }: Omit<UsageAnswer, "quotas">, measure: UsageMeasure): UsageChart {
  const amount = amountOf[measure];
  const agents = usageRows({ items }, "agent")
    .filter((row) => amount(row) > 0)
    .sort((a, b) => amount(b) - amount(a))
    .map(({ name }) => name);
  const byDay = Map.groupBy(items, ({ day }) => day);
  const columns = daysBetween(since, until).map((day): UsageColumn => {
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
