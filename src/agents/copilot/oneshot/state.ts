// What the driver must remember of a running process: small, plain JSON, committed with the facts.
import * as z from "zod";
import type { Step as LineStep } from "../../driver.ts";

const toolCall = z.object({
  /** The agent's id. */
  id: z.string(),
  name: z.string(),
  /** The file that it reads. */
  path: z.string().nullable(),
  /** Its output has been passed on while it ran. */
  isHeard: z.boolean(),
});
export type OpenToolCall = z.infer<typeof toolCall>;

export const copilotState = z.object({
  run: z.string(),
  cwd: z.string(),
  /** The conversation's name: ours, or the one to go on with. */
  nativeId: z.string(),
  isResuming: z.boolean(),
  model: z.string().nullable(),
  /** It was told of as the session's conversation. */
  isBound: z.boolean(),
  /** Done = it has said how its work ended, and only what it used is still to come. */
  phase: z.enum(["starting", "ready", "done", "ended"]),
  /** What the conversation had used before: the program reports totals. */
  spent: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  /** The message or thought that is being said, by the agent's id, and how much of it was passed on. */
  saying: z.object({ id: z.string(), length: z.number() }).nullable(),
  tools: z.array(toolCall),
  /** The last failure that the agent spoke of. */
  failure: z.object({ message: z.string(), kind: z.string() }).nullable(),
  hasFailed: z.boolean(),
  isAborted: z.boolean(),
});
export type CopilotState = z.infer<typeof copilotState>;

export type Step = LineStep<CopilotState>;

/** What falls out is still shown, only less well. */
export const MAX_TOOLS = 64;
