import * as z from "zod";
import { expect, id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const archive = operation({
  method: "PUT",
  path: "/v1/sessions/:session/archived",
  summary: "Archives a session, or lists it again.",
  about: "session",
  feature: "sessions",
  access: "write",
  repeat: "receipt",
  body: z.strictObject({
    id,
    value: z.boolean(),
    force: z.boolean().optional().describe("Also a busy session: its turn is stopped."),
    expect,
  }),
  answer: commandAnswer,
});
