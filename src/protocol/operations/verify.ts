import * as z from "zod";
import { id } from "../schemas/fields.ts";
import { verifyAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const verify = operation({
  method: "POST",
  path: "/v1/sessions/:session/verify",
  summary: "Checks every event of a session, and every long text that they refer to.",
  about: "session",
  feature: "verify",
  access: "read",
  repeat: "harmless",
  isLong: true,
  body: z.strictObject({ id }),
  answer: verifyAnswer,
});
