import * as z from "zod";
import { forPeople } from "../../core/index.ts";
import { id, promptContent, reference } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const prompt = operation({
  method: "POST",
  path: "/v1/sessions/:session/prompts",
  summary: "Sends a prompt. Its `id` is the prompt's id: sending it again is harmless and returns the outcome.",
  about: "prompt",
  feature: "prompts",
  access: "prompt",
  peopleOnlyIf: forPeople.prompt,
  repeat: "receipt",
  revives: true,
  body: z.strictObject({
    id,
    content: promptContent,
    command: z
      .boolean()
      .optional()
      .describe("One of the agent's own commands, such as `/compact`: the text begins with its name. For people only."),
    when: z
      .enum(["queue", "steer", "interrupt"])
      .optional()
      .describe("While a turn runs: queue, steer it, or stop it."),
    else: z.enum(["queue", "reject"]).optional().describe("What to do if the running turn can't be steered."),
    expectTurn: z.string().optional(),
    place: z.strictObject({ before: reference.nullable() }).optional(),
    notBefore: z.iso.datetime({ offset: true }).optional(),
    after: reference.optional(),
    held: z.boolean().optional(),
  }),
  answer: commandAnswer,
});
