// A session at a glance.
import * as z from "zod";
import type { OutlineEntry } from "../../core/index.ts";

const outlineEntry: z.ZodType<OutlineEntry> = z
  .object({
    seq: z.number().describe("The first event of it."),
    endSeq: z.number().nullable().describe("The last one; null while the turn runs."),
    at: z.string(),
    endedAt: z.string().nullable(),
    turn: z.string().nullable().describe("The turn's id, if the entry is a single turn."),
    turns: z
      .number()
      .describe("How many turns it is: 0 for what happened between two, more than 1 for neighbours that were joined."),
    text: z.string().nullable().describe("The first words of its first prompt."),
    prompts: z.number(),
    tools: z.number(),
    questions: z.number(),
    errors: z.number(),
  })
  .meta({ id: "OutlineEntry" });

export const outlineAnswer = z
  .object({
    items: z.array(outlineEntry),
    firstSeq: z.number(),
    head: z.number().describe("The newest event that it takes into account."),
    epoch: z.string(),
  })
  .meta({ id: "OutlineAnswer" });
export type OutlineAnswer = z.output<typeof outlineAnswer>;
