// What the driver remembers of a tool's process: small, plain JSON, committed with the facts.
import * as z from "zod";

export const toolState = z.object({
  run: z.string(),
  /** The conversation's id: the one to resume, a new one from Skein, or null until the tool has reported it. */
  nativeId: z.string().nullable(),
  isResuming: z.boolean(),
  /** See `Blank`. */
  blank: z.enum(["every_prompt", "new_process"]).nullable(),
  phase: z.enum(["starting", "ready", "dead"]),
  isBound: z.boolean(),
  /** The number of prompts that this process was given. */
  given: z.number(),
  isTurnOpen: z.boolean(),
  /** The tool has printed text in this turn. */
  hasSpoken: z.boolean(),
  isInterrupting: z.boolean(),
  /** The tool's failure message, if nothing follows it. */
  failure: z.string().nullable(),
});
export type ToolState = z.infer<typeof toolState>;
