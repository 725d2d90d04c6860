import * as z from "zod";
import { id, sessionName } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const rename = operation({
  method: "PUT",
  path: "/v1/sessions/:session/name",
  summary: "Sets or removes a session's name.",
  about: "session",
  feature: "sessions",
  access: "write",
  repeat: "receipt",
  body: z.strictObject({ id, value: sessionName.nullable().describe("`null` removes the name.") }),
  answer: commandAnswer,
});
