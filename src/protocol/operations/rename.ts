import * as z from "zod";
import { id, sessionName } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const rename = operation({
  method: "PUT",
  path: "/v1/sessions/:session/name",
  summary: "Names a session, or takes its name away.",
  feature: "sessions",
  access: "write",
  body: z.strictObject({ id, value: sessionName.nullable().describe("`null` takes the name away.") }),
  answer: commandAnswer,
});
