import * as z from "zod";
import { id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const select = operation({
  method: "POST",
  path: "/v1/sessions/:session/select",
  summary: "Makes it the workspace's active session.",
  about: "session",
  feature: "sessions",
  access: "write",
  repeat: "receipt",
  body: z.strictObject({ id }),
  answer: commandAnswer,
});
