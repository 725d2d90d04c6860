// How much a session may use, and what happens at a vendor's own limit.
import * as z from "zod";

export const limitEvents = {
  /** What is set changes; `null` = none at all, whatever the config says. */
  limits_changed: z.object({
    turnMinutes: z.number().positive().nullable().optional(),
    budgetUsd: z.number().nonnegative().nullable().optional(),
    budgetTokens: z.number().nonnegative().nullable().optional(),
  }),
  /** The agent's vendor gives no more for now; `until` is when it does again, where that is known. */
  quota_reached: z.object({ until: z.string().nullable(), text: z.string() }),
  /** As many sessions work as may at once: this prompt is next when one of them rests. */
  prompt_waiting: z.object({ promptId: z.string(), text: z.string() }),
};
