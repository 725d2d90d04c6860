// A prompt's life: queued (accepted, durable) → delivered to the agent once (user_prompt) → done with its turn; or withdrawn.
import * as z from "zod";

/** An image or a file of a prompt, stored under the hash of its bytes. */
const promptFile = z.object({ name: z.string(), mediaType: z.string(), hash: z.string(), bytes: z.number() });
export type PromptFile = z.infer<typeof promptFile>;

export const promptEvents = {
  prompt_queued: z.object({
    promptId: z.string(),
    text: z.string(),
    files: z.array(promptFile).optional(),
    command: z.boolean().optional().describe("One of the agent's own commands, not text for its model."),
    before: z
      .string()
      .nullable()
      .optional()
      .describe("Insert before that prompt instead of at the end; `null` = before all others."),
    notBefore: z.string().optional().describe("Not before this time."),
    after: z.string().optional().describe("Not before that prompt has ended, with any outcome."),
    held: z.boolean().optional().describe("Held until a person releases it."),
    heldWithQueue: z
      .boolean()
      .optional()
      .describe(
        "With `held`: held with the whole queue, as after a kill, not individually. No agent's prompt passes it.",
      ),
    steer: z
      .object({ turn: z.string(), otherwise: z.enum(["queue", "withdraw"]) })
      .optional()
      .describe("Added to this turn if it still runs; if not, `otherwise` applies."),
  }),
  prompt_edited: z
    .object({
      promptId: z.string(),
      text: z.string().optional(),
      notBefore: z.string().nullable().optional(),
      after: z.string().nullable().optional(),
      held: z.boolean().optional(),
      heldWithQueue: z.boolean().optional(),
    })
    .describe("Only given fields change; `null` removes a condition."),
  queue_ordered: z.object({ order: z.array(z.string()) }).describe("The whole queue in its new order."),
  queue_paused: z.object({ paused: z.boolean() }),
  user_prompt: z
    .object({
      promptId: z.string(),
      text: z.string(),
      turn: z.string(),
      files: z.array(promptFile).optional(),
      command: z.boolean().optional().describe("It was given to the agent as one of its own commands."),
      steered: z.boolean().optional().describe("It was added to a turn that was already running."),
    })
    .describe("Given to the agent. There is exactly one per delivered prompt."),
  prompt_withdrawn: z.object({ promptId: z.string(), reason: z.string() }),
};
