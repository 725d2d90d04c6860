import * as z from "zod";
import { id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const withdrawPrompt = operation({
  method: "DELETE",
  path: "/v1/sessions/:session/prompts/:prompt",
  summary: "Cancels a queued prompt.",
  feature: "prompts",
  access: "prompt",
  peopleOnly: "withdraw prompts that wait",
  body: z.strictObject({ id }),
  answer: commandAnswer,
});
