// How much a session may use, and what happens at a vendor's own limit.
import * as z from "zod";

export const limitEvents = {
  limits_changed: z
    .object({
      turnMinutes: z.number().positive().nullable().optional(),
      budgetUsd: z.number().nonnegative().nullable().optional(),
      budgetTokens: z.number().nonnegative().nullable().optional(),
    })
    .describe("Only given fields change; `null` = no limit, whatever the config says."),
  quota_reached: z
    .object({ until: z.string().nullable(), text: z.string() })
    .describe("The vendor's quota is used up; `until` is when it is back, if known."),
  prompt_waiting: z
    .object({ promptId: z.string(), text: z.string() })
    .describe("All slots are taken: this prompt is next when another session is idle."),
};
