// What the agent says. Pieces of one message share a messageId; text is source text (markdown), never HTML.
import * as z from "zod";

const piece = z.object({ messageId: z.string(), text: z.string() });

export const messageEvents = {
  agent_message: piece,
  agent_thought: piece,
  plan: z.object({
    entries: z.array(z.object({ content: z.string(), status: z.enum(["pending", "in_progress", "completed"]) })),
  }),
};
