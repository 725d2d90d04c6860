// A session's state about its prompts.
import * as z from "zod";
import type { PromptFile, PromptOutcome, PromptStateWord, QueuedPrompt, SessionState } from "../../core/index.ts";
import { blobReference, by } from "./references.ts";

export const promptFile: z.ZodType<PromptFile> = z
  .object({
    name: z.string(),
    mediaType: z.string(),
    hash: z.string(),
    bytes: z.number(),
  })
  .meta({ id: "PromptFile" });

export const promptStateWord: z.ZodType<PromptStateWord> = z
  .enum(["delivered", "done", "failed", "interrupted", "queued", "withdrawn"])
  .meta({ id: "PromptStateWord" });

const queuedPrompt: z.ZodType<QueuedPrompt> = z
  .object({
    promptId: z.string(),
    by: by.describe("Who sent it: they are named again at the delivery."),
    text: z.string(),
    blobs: z
      .array(blobReference)
      .exactOptional()
      .describe("Set if `text` is only the beginning; the agent gets the whole."),
    files: z.array(promptFile).exactOptional(),
    command: z.literal(true).exactOptional().describe("It is sent as one of the agent's own commands."),
    seq: z.number(),
    editedSeq: z.number().exactOptional().describe("Its newest change; absent if it is as it was sent."),
    queuedAt: z.string(),
    notBefore: z.string().nullable(),
    after: z.string().nullable(),
    held: z.boolean(),
    heldWithQueue: z
      .literal(true)
      .exactOptional()
      .describe("Held with the whole queue, as after a kill, not individually."),
    steer: z
      .object({
        turn: z.string(),
        otherwise: z.enum(["queue", "withdraw"]),
      })
      .nullable(),
  })
  .meta({ id: "QueuedPrompt" });

const promptOutcome: z.ZodType<PromptOutcome> = z
  .object({
    promptId: z.string(),
    state: z.enum(["delivered", "done", "failed", "interrupted", "withdrawn"]),
    by: by.describe("Who sent it; of a withdrawn one, who withdrew it."),
    seq: z.number().describe("Of the event that says so."),
    at: z.string(),
    turn: z.string().nullable(),
    reason: z.string().nullable().describe("Why it failed or was withdrawn."),
  })
  .meta({ id: "PromptOutcome" });

export const promptState: z.ZodType<SessionState["prompt"]> = z
  .object({
    queue: z.array(queuedPrompt),
    paused: z
      .boolean()
      .describe(
        "The queue is held after an interrupt, by a person, or after a crash in a turn, until it is released; a new prompt goes alone.",
      ),
    title: z.string().nullable().describe("The first line of the first prompt: what the session is about."),
    recent: z
      .array(promptOutcome)
      .describe("The newest prompts that left the queue; those of the open turn are `delivered`."),
  })
  .meta({ id: "PromptState" });
