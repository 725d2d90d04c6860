import type { KnownEvent } from "../event.ts";
import type { UsageState } from "./state.ts";

export function reduceUsage(state: UsageState, event: KnownEvent): UsageState {
  if (event.type !== "usage") return state;
  const { inputTokens, outputTokens, costUsd } = event.data;
  return {
    inputTokens: state.inputTokens + inputTokens,
    outputTokens: state.outputTokens + outputTokens,
    costUsd: state.costUsd + (costUsd ?? 0),
  };
}
