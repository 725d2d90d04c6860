// How the agent should work: its mode and its model. By a person it is a wish for the next turn; by the agent, what it does now.
import * as z from "zod";

export const settingEvents = {
  mode_changed: z.object({ mode: z.string() }),
  /** By a person: the agent is to work as it does by itself. */
  mode_unset: z.object({}),
  model_changed: z.object({ model: z.string() }),
  /** The running agent was told what people wish for. */
  agent_configured: z.object({ run: z.string(), mode: z.string().nullable(), model: z.string().nullable() }),
};
