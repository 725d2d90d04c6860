// Answers about prompts: the queue, and outcomes.
import * as z from "zod";
import { promptFile, promptStateWord } from "./prompt-state.ts";
import { by } from "./references.ts";

export const uploadAnswer = z
  .object({
    hash: z.string(),
    bytes: z.number(),
  })
  .meta({ id: "UploadAnswer" });
export type UploadAnswer = z.output<typeof uploadAnswer>;

const promptItem = z
  .object({
    promptId: z.string(),
    state: promptStateWord,
    title: z.string().nullable().describe("Its first line."),
    seq: z.number().describe("Of the newest event about it."),
    at: z.string(),
    position: z
      .number()
      .nullable()
      .describe("Prompts before it, the running one included; null once it left the queue."),
    text: z.string().exactOptional(),
    isCut: z.boolean().exactOptional().describe("`text` is only the beginning of it."),
    files: z.array(promptFile).readonly().exactOptional().describe("What goes with it."),
    command: z.literal(true).exactOptional().describe("It is sent as one of the agent's own commands."),
    by: by.exactOptional(),
    notBefore: z.string().nullable().exactOptional(),
    after: z.string().nullable().exactOptional(),
    held: z.boolean().exactOptional(),
    turn: z.string().nullable().exactOptional(),
    reason: z.string().nullable().exactOptional(),
  })
  .meta({ id: "PromptItem" });
export type PromptItem = z.output<typeof promptItem>;

export const queueAnswer = z
  .object({
    items: z.array(promptItem),
    paused: z.boolean(),
    stats: z.object({
      userPending: z.number().describe("Prompts that wait."),
      responsePending: z.number().describe("Unacknowledged events."),
      clientConnected: z.boolean().describe("Whether someone follows the session now."),
    }),
  })
  .meta({ id: "QueueAnswer" });
export type QueueAnswer = z.output<typeof queueAnswer>;

export const promptAnswer = z
  .object({
    promptId: z.string(),
    state: promptStateWord,
    title: z.string().nullable().describe("Its first line."),
    seq: z.number().describe("Of the newest event about it."),
    at: z.string(),
    position: z
      .number()
      .nullable()
      .describe("Prompts before it, the running one included; null once it left the queue."),
    text: z.string().exactOptional(),
    isCut: z.boolean().exactOptional().describe("`text` is only the beginning of it."),
    files: z.array(promptFile).readonly().exactOptional().describe("What goes with it."),
    command: z.literal(true).exactOptional().describe("It is sent as one of the agent's own commands."),
    by: by.exactOptional(),
    notBefore: z.string().nullable().exactOptional(),
    after: z.string().nullable().exactOptional(),
    held: z.boolean().exactOptional(),
    turn: z.string().nullable().exactOptional(),
    reason: z.string().nullable().exactOptional(),
    session: z.string(),
  })
  .meta({ id: "PromptAnswer" });
export type PromptAnswer = z.output<typeof promptAnswer>;
