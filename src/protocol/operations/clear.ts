import * as z from "zod";
import { env, id } from "../schemas/fields.ts";
import { sessionAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const clear = operation({
  method: "POST",
  path: "/v1/sessions/:session/clear",
  summary: "Creates a fresh session in place of this one, with the same agent.",
  about: "session",
  feature: "sessions",
  access: "write",
  repeat: "receipt",
  body: z.strictObject({ id, env }),
  answer: sessionAnswer,
  status: 201,
});
