import * as z from "zod";
import { id } from "../schemas/fields.ts";
import { openedWebAnswer } from "../schemas/web.ts";
import { operation } from "./operation.ts";

export const openWeb = operation({
  method: "POST",
  path: "/v1/web",
  summary: "Opens the page for browsers, and makes a code that signs one of them in.",
  about: "person",
  feature: "web",
  access: "admin",
  peopleOnly: "open the page",
  repeat: "harmless",
  revives: true,
  body: z.strictObject({
    id,
    port: z
      .number()
      .int()
      .min(1)
      .max(65_535)
      .optional()
      .describe("From now on. Without it the page keeps its port; the first time a free one is chosen."),
  }),
  answer: openedWebAnswer,
});
