import * as z from "zod";
import { forPeople } from "../../core/index.ts";
import { id, reference } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const queue = operation({
  method: "PUT",
  path: "/v1/sessions/:session/queue",
  summary: "Holds, releases, reorders or clears the queue.",
  about: "prompt",
  feature: "prompts",
  access: "prompt",
  peopleOnly: forPeople.queue,
  repeat: "receipt",
  body: z
    .strictObject({
      id,
      paused: z.boolean().optional(),
      order: z.array(reference).optional().describe("Each queued prompt once."),
      clear: z.boolean().optional(),
      prompts: z.array(reference).optional().describe("With `clear`: only these, so that newer ones are kept."),
    })
    .refine(({ clear, prompts }) => clear === true || prompts === undefined, {
      path: ["prompts"],
      message: "goes with clear: true",
    }),
  answer: commandAnswer,
});
