// What a session has used, and when: turns, tokens and cost in quarters of an hour, from which days of any time zone are made.
import type { KnownEvent } from "../event.ts";
import { finiteSum } from "./reduce.ts";

export interface UsageCounts {
  turns: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

/** By the start of each quarter of an hour, in milliseconds. */
export type UsageOverTime = ReadonlyMap<number, UsageCounts>;

export const noCounts: UsageCounts = { turns: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

/** Every time zone differs from UTC by a multiple of it. */
const QUARTER_MS = 15 * 60_000;

/** The types that are read of a log for it. */
export const usageTypes = ["turn_start", "usage"] as const;

export const sumOf = (a: UsageCounts, b: UsageCounts): UsageCounts => ({
  turns: a.turns + b.turns,
  inputTokens: finiteSum(a.inputTokens, b.inputTokens),
  outputTokens: finiteSum(a.outputTokens, b.outputTokens),
  costUsd: finiteSum(a.costUsd, b.costUsd),
});

/** Null for an event that uses nothing, or whose time can't be read. */
export function usageOf(
  event: Pick<KnownEvent, "type" | "at" | "data">,
): { quarterMs: number; counts: UsageCounts } | null {
  const atMs = Date.parse(event.at);
  const counts = countsOf(event);
  if (counts === null || Number.isNaN(atMs)) return null;
  return { quarterMs: Math.floor(atMs / QUARTER_MS) * QUARTER_MS, counts };
}

function countsOf(event: Pick<KnownEvent, "type" | "data">): UsageCounts | null {
  if (event.type === "turn_start") return { ...noCounts, turns: 1 };
  if (event.type !== "usage") return null;
  const { inputTokens, outputTokens, costUsd = 0 } = event.data as Extract<KnownEvent, { type: "usage" }>["data"];
  return { turns: 0, inputTokens, outputTokens, costUsd };
}

/** The day of a moment in a time zone, as `2026-01-31`. Throws a RangeError for an unknown zone. */
export function dayIn(zone: string): (ms: number) => string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return (ms) => format.format(ms);
}
