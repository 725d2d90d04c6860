import * as z from "zod";
import { env, exactName, id, sessionName } from "../schemas/fields.ts";
import { sessionAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const fork = operation({
  method: "POST",
  path: "/v1/sessions/:session/fork",
  summary: "Creates a session that knows the conversation up to the end of a turn; default: the last finished turn.",
  about: "session",
  feature: "forks",
  access: "write",
  repeat: "receipt",
  body: z.strictObject({
    id,
    at: z.strictObject({ turn: z.string().min(1) }).optional(),
    name: sessionName.optional(),
    exactName,
    env,
  }),
  answer: sessionAnswer,
  status: 201,
});
