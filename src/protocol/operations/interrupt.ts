import * as z from "zod";
import { forPeople } from "../../core/index.ts";
import { id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const interrupt = operation({
  method: "POST",
  path: "/v1/sessions/:session/interrupt",
  summary: "Stops the running turn; if none runs, the background tasks, if the agent supports it.",
  about: "prompt",
  feature: "prompts",
  access: "prompt",
  peopleOnlyIf: forPeople.interrupt,
  repeat: "receipt",
  body: z.strictObject({ id, turn: z.string().optional(), clear: z.boolean().optional() }),
  answer: commandAnswer,
});
