// Where in an agent's own conversation a fork begins.
import * as z from "zod";

export const forkPoint = z.object({
  nativeId: z.string(),
  mark: z.string().nullable().describe("The agent's mark of the last turn that the fork has; null when it gave none."),
  nextMark: z
    .string()
    .nullable()
    .describe("The agent's mark of the first turn that the fork does not have; null when there is none yet."),
  isWhole: z.boolean().describe("The fork has the whole conversation; nothing is in progress."),
  spent: z
    .object({ inputTokens: z.number(), outputTokens: z.number(), costUsd: z.number() })
    .describe("All that the conversation has used up to there, for agents that report totals."),
});
export type ForkPoint = z.infer<typeof forkPoint>;
