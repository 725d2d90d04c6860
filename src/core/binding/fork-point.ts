// Where in an agent's own conversation a fork begins.
import * as z from "zod";

export const forkPoint = z.object({
  nativeId: z.string(),
  mark: z.string().nullable().describe("The agent's mark of the last turn that the fork has; null when it gave none."),
  nextMark: z.string().nullable().describe("Of the first turn that it does not have; null when there is none yet."),
  isWhole: z.boolean().describe("The whole conversation there; nothing is in progress."),
  spent: z
    .object({ inputTokens: z.number(), outputTokens: z.number(), costUsd: z.number() })
    .describe("All that the conversation has used up to there, for agents that report totals."),
});
export type ForkPoint = z.infer<typeof forkPoint>;
