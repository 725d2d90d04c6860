import * as z from "zod";
import { limits } from "../api.ts";
import { attentionKinds, pushAnswer } from "../schemas/attention.ts";
import { id } from "../schemas/fields.ts";
import { operation } from "./operation.ts";

export const subscribePush = operation({
  method: "PUT",
  path: "/v1/push",
  summary: "Sends push messages to the browser that asks, in place of what it had subscribed to.",
  about: "person",
  feature: "push",
  access: "read",
  peopleOnly: "get push messages",
  repeat: "harmless",
  body: z.strictObject({
    id,
    endpoint: z.string().describe("As the browser gave it: the address at its maker's push service."),
    keys: z
      .strictObject({ p256dh: z.string().max(100), auth: z.string().max(50) })
      .describe("As the browser gave them."),
    kinds: z.array(z.enum(attentionKinds)).max(attentionKinds.length),
    remindMinutes: z
      .int()
      .min(0)
      .max(limits.remindMinutes)
      .describe("After how long an unanswered question is told once more; 0 = never."),
  }),
  answer: pushAnswer,
});
