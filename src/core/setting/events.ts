// Mode and model. By a person: the setting for the next turn. By the agent: what it uses now.
import * as z from "zod";

export const settingEvents = {
  mode_changed: z.object({ mode: z.string() }),
  mode_unset: z.object({}).describe("By a person: the agent should use its own default."),
  model_changed: z.object({ model: z.string() }),
  agent_configured: z
    .object({ run: z.string(), mode: z.string().nullable(), model: z.string().nullable() })
    .describe("The running agent was told the settings."),
};
