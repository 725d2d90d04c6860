// What the driver must remember of a tool's process: small, plain JSON, committed with the facts.
import * as z from "zod";

export const toolState = z.object({
  run: z.string(),
  /** The conversation's name: the one to go on with, ours for a new one, or null until the tool has told it. */
  nativeId: z.string().nullable(),
  isResuming: z.boolean(),
  /** See `Blank`. */
  blank: z.enum(["every_prompt", "new_process"]).nullable(),
  phase: z.enum(["starting", "ready", "dead"]),
  isBound: z.boolean(),
  /** Prompts that were given to this process. */
  given: z.number(),
  isTurnOpen: z.boolean(),
  /** It has said something in this turn. */
  hasSpoken: z.boolean(),
  isInterrupting: z.boolean(),
  /** Why it has failed, in its own words, if nothing comes after them. */
  failure: z.string().nullable(),
});
export type ToolState = z.infer<typeof toolState>;
