// A session over its time, for a scrubber.
import * as z from "zod";
import type { Mark } from "../../core/index.ts";

const mark: z.ZodType<Mark> = z
  .object({
    seq: z.number().describe("The first event in it that counts."),
    prompts: z.number(),
    questions: z.number(),
    errors: z.number(),
    tools: z.number(),
    text: z.string().nullable().describe("The first words of its first prompt."),
  })
  .meta({ id: "Mark" });

export const timelineAnswer = z
  .object({
    points: z
      .array(z.object({ seq: z.number(), at: z.string() }))
      .describe("Events at even distances, with the first and the last one: which time is where."),
    marks: z
      .array(mark)
      .nullable()
      .describe("Stretches of equal length in which something happened; null if they were not asked for."),
    firstSeq: z.number(),
    head: z.number().describe("The newest event that it takes into account."),
    epoch: z.string(),
  })
  .meta({ id: "TimelineAnswer" });
export type TimelineAnswer = z.output<typeof timelineAnswer>;
