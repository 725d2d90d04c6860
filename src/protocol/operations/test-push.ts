import * as z from "zod";
import { pushTestAnswer } from "../schemas/attention.ts";
import { id } from "../schemas/fields.ts";
import { operation } from "./operation.ts";

export const testPush = operation({
  method: "POST",
  path: "/v1/push/test",
  summary: "Sends a push message to the device that asks, for a try.",
  about: "person",
  feature: "push",
  access: "read",
  peopleOnly: "get push messages",
  repeat: "harmless",
  body: z.strictObject({ id }),
  answer: pushTestAnswer,
});
