// A prompt's life: queued (accepted, durable) → delivered to the agent once (user_prompt) → done with its turn; or withdrawn.
import * as z from "zod";

export const promptEvents = {
  prompt_queued: z.object({ promptId: z.string(), text: z.string() }),
  /** Handed to the agent. There is exactly one per delivered prompt. */
  user_prompt: z.object({ promptId: z.string(), text: z.string(), turn: z.string() }),
  prompt_withdrawn: z.object({ promptId: z.string(), reason: z.string() }),
};
