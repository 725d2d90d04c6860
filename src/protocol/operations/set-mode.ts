import * as z from "zod";
import { id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const setMode = operation({
  method: "PUT",
  path: "/v1/sessions/:session/mode",
  summary: "Sets or removes the mode, from the next turn on.",
  feature: "settings",
  access: "write",
  peopleOnly: "change what an agent may do",
  body: z.strictObject({
    id,
    value: z.string().min(1).nullable().describe("`null` removes the mode: the agent uses its own default."),
  }),
  answer: commandAnswer,
});
