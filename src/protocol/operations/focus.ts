import * as z from "zod";
import { limits } from "../api.ts";
import { focusAnswer } from "../schemas/attention.ts";
import { id, reference } from "../schemas/fields.ts";
import { operation } from "./operation.ts";

export const focus = operation({
  method: "PUT",
  path: "/v1/focus",
  summary: "What a client's user looks at.",
  about: "person",
  feature: "attention",
  access: "read",
  repeat: "harmless",
  body: z.strictObject({
    id,
    client: id,
    session: reference.nullable().describe("`null` = none: another window or pane."),
    list: z.boolean().optional().describe("Its user also sees what the other sessions need."),
    idleSeconds: z.number().min(0).optional().describe("For how long its user has done nothing."),
    seconds: z.number().min(0).max(limits.focusSeconds).describe("How long it is valid unless renewed; 0 ends it."),
    notifies: z.boolean().optional().describe("The client shows `attention` frames that name it."),
  }),
  answer: focusAnswer,
});
