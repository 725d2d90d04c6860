// A turn runs from a delivered prompt until the agent is idle. Each has exactly one end.
import * as z from "zod";

const turnEndReason = z.enum(["completed", "interrupted", "failed", "refused", "limit"]);
export type TurnEndReason = z.infer<typeof turnEndReason>;

export const turnEvents = {
  turn_start: z.object({ turn: z.string(), promptId: z.string().nullable() }),
  turn_end: z.object({
    turn: z.string(),
    promptId: z.string().nullable(),
    reason: turnEndReason,
    error: z.string().optional(),
    durationMs: z.number().optional(),
    workedMs: z
      .number()
      .optional()
      .describe("How long the agent has worked, if that began before this turn, in background tasks."),
    mark: z
      .string()
      .optional()
      .describe("The agent's own name for this position in its conversation: a fork can begin there."),
  }),
  steer_taken: z
    .object({ turn: z.string(), promptId: z.string() })
    .describe("The agent confirms that it has read the steered text."),
  interrupt: z
    .object({ turn: z.string(), state: z.enum(["requested", "sent"]) })
    .describe("A person wants the turn to stop (`requested`); the agent was told (`sent`)."),
};
