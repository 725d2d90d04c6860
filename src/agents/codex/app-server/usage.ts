// The usage of a turn. Codex reports the total of the conversation, including its source's, and the usage of the last request.
import type * as z from "zod";
import type { usageNews } from "./protocol.ts";
import type { AppServerState } from "./state.ts";

/**
 * A total may be reported twice, so only its growth counts (0.166.0). Without a known total, as at the beginning of a fork, the last request
 * is the growth.
 */
export function countUsage(state: AppServerState, news: z.infer<typeof usageNews>): AppServerState {
  const { total: now, last } = news.tokenUsage;
  const total = { input: now.inputTokens, output: now.outputTokens };
  const { turn } = state;
  if (turn === null || turn.native !== news.turnId) return { ...state, total };
  const before = state.total ?? { input: total.input - last.inputTokens, output: total.output - last.outputTokens };
  const used = {
    input: turn.used.input + Math.max(0, total.input - before.input),
    output: turn.used.output + Math.max(0, total.output - before.output),
  };
  return { ...state, total, turn: { ...turn, used } };
}
