import * as z from "zod";
import { addedRule } from "../schemas/attention.ts";
import { id, reference } from "../schemas/fields.ts";
import { operation } from "./operation.ts";

export const addRule = operation({
  method: "POST",
  path: "/v1/policy/rules",
  summary: "Adds a rule to the file of the session's workspace.",
  about: "rule",
  feature: "policy",
  access: "admin",
  peopleOnly: "make rules for agents",
  repeat: "harmless",
  body: z.strictObject({
    id,
    session: reference.describe("The rule applies to this session's workspace."),
    rule: z.string().describe("In the syntax of a policy file."),
  }),
  answer: addedRule,
});
