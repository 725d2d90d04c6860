import * as z from "zod";
import { expect, id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const stop = operation({
  method: "POST",
  path: "/v1/sessions/:session/stop",
  summary: "Ends the session and its agent. The history is kept, and the next prompt opens it again.",
  about: "session",
  feature: "sessions",
  access: "write",
  repeat: "receipt",
  body: z.strictObject({ id, expect }),
  answer: commandAnswer,
});
