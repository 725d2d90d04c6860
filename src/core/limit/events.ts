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
  quota_reported: z
    .object({
      window: z.string().describe("Which of the vendor's quotas, such as `5 hours` or `week`."),
      usedPercent: z.number().nonnegative(),
      resetsAt: z.string().nullable().describe("When it is whole again, if known."),
    })
    .describe(
      "How much of a vendor's quota is used, as the agent reports it; written again when it has changed by a percent.",
    ),
  prompt_waiting: z
    .object({ promptId: z.string(), text: z.string() })
    .describe("All slots are taken: this prompt is next when another session is idle."),
};
