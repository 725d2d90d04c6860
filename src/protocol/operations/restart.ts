import * as z from "zod";
import { expect, id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const restart = operation({
  method: "POST",
  path: "/v1/sessions/:session/restart",
  summary: "Ends the agent's process; the next prompt resumes the conversation in a new one.",
  about: "session",
  feature: "sessions",
  access: "write",
  repeat: "receipt",
  body: z.strictObject({ id, expect }),
  answer: commandAnswer,
});
