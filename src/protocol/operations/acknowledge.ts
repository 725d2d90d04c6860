import * as z from "zod";
import { id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const acknowledge = operation({
  method: "POST",
  path: "/v1/sessions/:session/ack",
  summary: "People have seen everything up to `seq`.",
  about: "session",
  feature: "sessions",
  access: "write",
  repeat: "receipt",
  body: z.strictObject({ id, seq: z.number().int().nonnegative() }),
  answer: commandAnswer,
});
