// Words that were found in a session.
import * as z from "zod";
import type { BlockKind, Hit } from "../../core/index.ts";

/** The blocks of a transcript that have words. */
export const blockNames = [
  "prompt",
  "message",
  "thought",
  "tool",
  "permission",
  "plan",
  "task",
  "task_end",
  "turn_end",
  "error",
  "notice",
] as const satisfies readonly BlockKind[];
export type BlockName = (typeof blockNames)[number];

const hit: z.ZodType<Hit> = z
  .object({
    seq: z.number().describe("The event that has the words; over several pieces of a message, the last of these."),
    at: z.string(),
    kind: z.enum(blockNames).describe("The kind of the block that shows them."),
    id: z.string().nullable().describe("Of the message, call, question, task, prompt or turn."),
    before: z.string().describe("What is before the words, in one line."),
    match: z.string(),
    after: z.string(),
  })
  .meta({ id: "Hit" });

export const findAnswer = z
  .object({
    items: z.array(hit).describe("In the direction of the search."),
    next: z.number().nullable().describe("The `after` or `before` to go on with; null at the end of the log."),
    firstSeq: z.number(),
    head: z.number(),
    epoch: z.string(),
  })
  .meta({ id: "FindAnswer" });
export type FindAnswer = z.output<typeof findAnswer>;
