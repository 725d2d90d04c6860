import * as z from "zod";
import { forPeople } from "../../core/index.ts";
import { id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const setMode = operation({
  method: "PUT",
  path: "/v1/sessions/:session/mode",
  summary: "Sets or removes the mode, from the next turn on.",
  about: "session",
  feature: "settings",
  access: "write",
  peopleOnly: forPeople.set_mode,
  repeat: "receipt",
  body: z.strictObject({
    id,
    value: z.string().min(1).nullable().describe("`null` removes the mode: the agent uses its own default."),
  }),
  answer: commandAnswer,
});
