import * as z from "zod";
import { id, promptContent, reference } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const prompt = operation({
  method: "POST",
  path: "/v1/sessions/:session/prompts",
  summary: "A prompt. Its `id` is the prompt's id: sending it again is harmless and tells what came of it.",
  feature: "prompts",
  access: "prompt",
  body: z.strictObject({
    id,
    content: promptContent,
    command: z
      .boolean()
      .optional()
      .describe("A command of the agent's own, such as `/compact`: the text begins with its name. For people only."),
    when: z
      .enum(["queue", "steer", "interrupt"])
      .optional()
      .describe("While a turn runs: wait for it, go into it, or stop it."),
    else: z.enum(["queue", "reject"]).optional().describe("What to do where it can't go into the running turn."),
    expectTurn: z.string().optional(),
    place: z.strictObject({ before: reference.nullable() }).optional(),
    notBefore: z.iso.datetime({ offset: true }).optional(),
    after: reference.optional(),
    held: z.boolean().optional(),
  }),
  answer: commandAnswer,
});
