// What the driver must remember of a running process: small, plain JSON, committed with the facts.
import * as z from "zod";
import type { Step as LineStep } from "../../driver.ts";

const toolCall = z.object({
  /** The agent's id. */
  id: z.string(),
  name: z.string(),
  /** The file that it reads or writes, and how many bytes it will have. */
  path: z.string().nullable(),
  bytes: z.number().nullable(),
});
export type OpenToolCall = z.infer<typeof toolCall>;

export const geminiState = z.object({
  run: z.string(),
  cwd: z.string(),
  /** The conversation's name: ours, or the one to go on with. */
  nativeId: z.string(),
  provenance: z.enum(["assigned", "reported"]),
  model: z.string().nullable(),
  isResuming: z.boolean(),
  phase: z.enum(["starting", "ready", "ended"]),
  /** It was told of as the session's conversation. */
  isBound: z.boolean(),
  /** Messages so far: they make ids. */
  texts: z.number(),
  /** The message that is being said. */
  message: z.string().nullable(),
  tools: z.array(toolCall),
  /** The last trouble that the agent spoke of: the end of the turn may leave it out. */
  trouble: z.string().nullable(),
});
export type GeminiState = z.infer<typeof geminiState>;

export type Step = LineStep<GeminiState>;

/** What falls out is still shown, only less well. */
export const MAX_TOOLS = 64;
