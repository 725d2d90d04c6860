import * as z from "zod";
import { id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const restore = operation({
  method: "POST",
  path: "/v1/sessions/:session/restore",
  summary: "Restores a session from the trash.",
  about: "session",
  feature: "trash",
  access: "write",
  repeat: "receipt",
  body: z.strictObject({ id }),
  answer: commandAnswer,
});
