// The usage of a turn, as reported by the agent: the numbers of this turn alone, never a running total.
import * as z from "zod";

export const usageEvents = {
  usage: z.object({
    turn: z.string().nullable(),
    inputTokens: z.number().nonnegative(),
    outputTokens: z.number().nonnegative(),
    costUsd: z.number().nonnegative().optional(),
  }),
};
