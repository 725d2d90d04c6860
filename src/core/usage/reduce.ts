import type { KnownEvent } from "../event.ts";
import type { UsageState } from "./state.ts";

export function reduceUsage(state: UsageState, event: KnownEvent): UsageState {
  if (event.type !== "usage") return state;
  const { inputTokens, outputTokens, costUsd } = event.data;
  return {
    inputTokens: finiteSum(state.inputTokens, inputTokens),
    outputTokens: finiteSum(state.outputTokens, outputTokens),
    costUsd: finiteSum(state.costUsd, costUsd ?? 0),
  };
}

/** Stays finite whatever an agent reports: JSON has no infinity. */
export const finiteSum = (a: number, b: number): number => Math.min(a + b, Number.MAX_VALUE);
