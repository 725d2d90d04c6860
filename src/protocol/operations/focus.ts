import * as z from "zod";
import { limits } from "../api.ts";
import { focusAnswer } from "../schemas/attention.ts";
import { id, reference } from "../schemas/fields.ts";
import { operation } from "./operation.ts";

export const focus = operation({
  method: "PUT",
  path: "/v1/focus",
  summary: "What a client's person looks at.",
  feature: "attention",
  access: "read",
  body: z.strictObject({
    id,
    client: id,
    session: reference.nullable().describe("`null` = at none: another window, another pane."),
    seconds: z
      .number()
      .min(0)
      .max(limits.focusSeconds)
      .describe("It holds for so long and is to be renewed; 0 ends it."),
    notifies: z.boolean().optional().describe("It shows what comes as `attention` frames with its name."),
  }),
  answer: focusAnswer,
});
