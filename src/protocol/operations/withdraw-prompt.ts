import * as z from "zod";
import { forPeople } from "../../core/index.ts";
import { expectSeq, id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const withdrawPrompt = operation({
  method: "DELETE",
  path: "/v1/sessions/:session/prompts/:prompt",
  summary: "Cancels a queued prompt.",
  about: "prompt",
  feature: "prompts",
  access: "prompt",
  peopleOnly: forPeople.withdraw_prompt,
  repeat: "receipt",
  body: z.strictObject({ id, expectSeq }),
  answer: commandAnswer,
});
