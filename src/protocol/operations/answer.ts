import * as z from "zod";
import { forPeople } from "../../core/index.ts";
import { id } from "../schemas/fields.ts";
import { commandAnswer } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const answer = operation({
  method: "POST",
  path: "/v1/sessions/:session/permissions/:permission/answer",
  summary: "Answers a question of an agent.",
  about: "question",
  feature: "permissions",
  access: "approve",
  peopleOnly: forPeople.answer,
  repeat: "receipt",
  body: z.strictObject({
    id,
    option: z.string(),
    message: z.string().optional(),
    content: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
      .optional()
      .describe("The values of a form."),
    remember: z
      .strictObject({ scope: z.enum(["session", "project"]), rule: z.string() })
      .optional()
      .describe("Also from now on; `rule` is the text that was shown."),
  }),
  answer: commandAnswer,
});
