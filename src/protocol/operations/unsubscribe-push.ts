import * as z from "zod";
import { pushAnswer } from "../schemas/attention.ts";
import { id } from "../schemas/fields.ts";
import { operation } from "./operation.ts";

export const unsubscribePush = operation({
  method: "DELETE",
  path: "/v1/push",
  summary: "Sends no more push messages to the device that asks.",
  about: "person",
  feature: "push",
  access: "read",
  peopleOnly: "get push messages",
  repeat: "harmless",
  body: z.strictObject({ id }),
  answer: pushAnswer,
});
