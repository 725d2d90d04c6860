// How much a session may use, and what happens at a vendor's own limit.
import * as z from "zod";

export const limitEvents = {
  limits_changed: z
    .object({
      turnMinutes: z.number().positive().nullable().optional(),
      budgetUsd: z.number().nonnegative().nullable().optional(),
      budgetTokens: z.number().nonnegative().nullable().optional(),
    })
    .describe("What is set changes; `null` = none at all, whatever the config says."),
  quota_reached: z
    .object({ until: z.string().nullable(), text: z.string() })
    .describe("The agent's vendor gives no more for now; `until` is when it does again, where that is known."),
  prompt_waiting: z
    .object({ promptId: z.string(), text: z.string() })
    .describe("As many sessions work as may at once: this prompt is next when one of them rests."),
};
