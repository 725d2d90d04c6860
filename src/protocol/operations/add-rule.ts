import * as z from "zod";
import { addedRule } from "../schemas/attention.ts";
import { id, reference } from "../schemas/fields.ts";
import { operation } from "./operation.ts";

export const addRule = operation({
  method: "POST",
  path: "/v1/policy/rules",
  summary: "Adds a rule to the file of the session's workspace.",
  feature: "policy",
  access: "admin",
  peopleOnly: "make rules for agents",
  body: z.strictObject({
    id,
    session: reference.describe("The rule is for the workspace of this session."),
    rule: z.string().describe("As a policy file says it."),
  }),
  answer: addedRule,
});
