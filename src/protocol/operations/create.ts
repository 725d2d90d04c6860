import * as z from "zod";
import { agent, env, exactName, id, place, sessionName } from "../schemas/fields.ts";
import { sessionAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const create = operation({
  method: "POST",
  path: "/v1/sessions",
  summary: "A new session.",
  about: "session",
  feature: "sessions",
  access: "write",
  repeat: "receipt",
  body: z.strictObject({ id, ...place, agent, name: sessionName.optional(), exactName, env }),
  answer: sessionAnswer,
  status: 201,
});
