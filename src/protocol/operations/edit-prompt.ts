import * as z from "zod";
import { forPeople } from "../../core/index.ts";
import { expectSeq, id, reference, textPart } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const editPrompt = operation({
  method: "PATCH",
  path: "/v1/sessions/:session/prompts/:prompt",
  summary: "Changes a queued prompt: its text, its position, or what holds it back.",
  about: "prompt",
  feature: "prompts",
  access: "prompt",
  peopleOnly: forPeople.edit_prompt,
  repeat: "receipt",
  body: z.strictObject({
    id,
    content: z.array(textPart).min(1).optional(),
    before: reference.nullable().optional().describe("`null` = to the end."),
    notBefore: z.iso.datetime({ offset: true }).nullable().optional(),
    after: reference.nullable().optional(),
    held: z.boolean().optional(),
    expectSeq,
  }),
  answer: commandAnswer,
});
