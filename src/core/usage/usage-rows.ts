// What agents have used, summed up by day, agent or directory.
import type { UsageCounts } from "./usage-over-time.ts";
import { noCounts, sumOf } from "./usage-over-time.ts";

/** One agent on one day in one directory. */
export interface UsageItem extends UsageCounts {
  readonly day: string;
  readonly agent: string;
  readonly workspace: { readonly path: string };
}

export type UsageBy = "day" | "month" | "agent" | "directory";

export interface UsageRow extends UsageCounts {
  /** A day, a month such as `2026-01`, an agent, or the path of a directory. */
  readonly name: string;
}

const nameOf: Readonly<Record<UsageBy, (item: UsageItem) => string>> = {
  day: ({ day }) => day,
  month: ({ day }) => monthOf(day),
  agent: ({ agent }) => agent,
  directory: ({ workspace }) => workspace.path,
};

export const monthOf = (day: string): string => day.slice(0, "2026-01".length);

/** Days and months newest first; agents and directories by cost, then by tokens. */
export function usageRows(items: readonly UsageItem[], by: UsageBy): UsageRow[] {
  const rows = new Map<string, UsageCounts>();
  for (const item of items) {
    const name = nameOf[by](item);
    rows.set(name, sumOf(rows.get(name) ?? noCounts, item));
  }
  const named = [...rows].map(([name, counts]): UsageRow => ({ name, ...counts }));
  return named.sort((a, b) => (by === "day" || by === "month" ? b.name.localeCompare(a.name) : compareAmounts(b, a)));
}

export const tokensOf = ({ inputTokens, outputTokens }: UsageCounts): number => inputTokens + outputTokens;
const compareAmounts = (a: UsageCounts, b: UsageCounts): number => a.costUsd - b.costUsd || tokensOf(a) - tokensOf(b);

export const usageTotal = (items: readonly UsageCounts[]): UsageCounts => items.reduce(sumOf, noCounts);
