import * as z from "zod";
import { id, reference } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const queue = operation({
  method: "PUT",
  path: "/v1/sessions/:session/queue",
  summary: "Holds the queue back, lets it go, orders it anew or empties it.",
  feature: "prompts",
  access: "prompt",
  peopleOnly: "change the queue",
  body: z
    .strictObject({
      id,
      paused: z.boolean().optional(),
      order: z.array(reference).optional().describe("Each waiting prompt once."),
      clear: z.boolean().optional(),
      prompts: z
        .array(reference)
        .optional()
        .describe("With `clear`: only these, so that nothing goes that came after a person looked."),
    })
    .refine(({ clear, prompts }) => clear === true || prompts === undefined, {
      path: ["prompts"],
      message: "goes with clear: true",
    }),
  answer: commandAnswer,
});
