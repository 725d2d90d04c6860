// What the driver remembers of a running process: small, plain JSON, committed with the facts.
import * as z from "zod";
import type { Step as LineStep } from "../../driver.ts";

const toolCall = z.object({
  /** The agent's id. */
  id: z.string(),
  name: z.string(),
  /** The file that it reads. */
  path: z.string().nullable(),
  /** Its output was reported while it ran. */
  isHeard: z.boolean(),
});
export type OpenToolCall = z.infer<typeof toolCall>;

export const copilotState = z.object({
  run: z.string(),
  cwd: z.string(),
  /** The conversation's id: a new one from Skein, or the one to resume. */
  nativeId: z.string(),
  isResuming: z.boolean(),
  model: z.string().nullable(),
  /** It was reported as the session's conversation. */
  isBound: z.boolean(),
  /** Done = it has reported its result, and only its usage is missing. */
  phase: z.enum(["starting", "ready", "done", "ended"]),
  /** The conversation's earlier usage: the program reports totals. */
  spent: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  /** The message or thought that is being streamed, by the agent's id, and how much of it was reported. */
  saying: z.object({ id: z.string(), length: z.number() }).nullable(),
  tools: z.array(toolCall),
  /** The last failure that the agent reported. */
  failure: z.object({ message: z.string(), kind: z.string() }).nullable(),
  hasFailed: z.boolean(),
  isAborted: z.boolean(),
});
export type CopilotState = z.infer<typeof copilotState>;

export type Step = LineStep<CopilotState>;

/** Beyond this, calls are shown with less detail. */
export const MAX_TOOLS = 64;
