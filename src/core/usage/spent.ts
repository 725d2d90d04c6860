import type { SessionState } from "../state.ts";
import type { UsageState } from "./state.ts";

/** The usage of the agent's whole conversation: a fork's conversation began in another session. */
export function spentIn({ usage, binding }: Pick<SessionState, "usage" | "binding">): UsageState {
  const before = binding.fork?.spent;
  if (!before) return usage;
  return {
    inputTokens: usage.inputTokens + before.inputTokens,
    outputTokens: usage.outputTokens + before.outputTokens,
    costUsd: usage.costUsd + before.costUsd,
  };
}
