// What the driver remembers of a running process: small, plain JSON, committed with the facts.
import * as z from "zod";
import type { Step as LineStep } from "../../driver.ts";

const toolCall = z.object({
  /** The agent's id. */
  id: z.string(),
  name: z.string(),
  /** The file that it reads or writes, and its resulting size. */
  path: z.string().nullable(),
  bytes: z.number().nullable(),
});
export type OpenToolCall = z.infer<typeof toolCall>;

export const geminiState = z.object({
  run: z.string(),
  cwd: z.string(),
  /** The conversation's id: a new one from Skein, or the one to resume. */
  nativeId: z.string(),
  provenance: z.enum(["assigned", "reported"]),
  model: z.string().nullable(),
  isResuming: z.boolean(),
  phase: z.enum(["starting", "ready", "ended"]),
  /** It was reported as the session's conversation. */
  isBound: z.boolean(),
  /** The number of messages so far, which makes their ids unique. */
  texts: z.number(),
  /** The message that is being streamed. */
  message: z.string().nullable(),
  tools: z.array(toolCall),
  /** The last error that the agent reported: the end of the turn may omit it. */
  trouble: z.string().nullable(),
});
export type GeminiState = z.infer<typeof geminiState>;

export type Step = LineStep<GeminiState>;

/** Beyond this, calls are shown with less detail. */
export const MAX_TOOLS = 64;
