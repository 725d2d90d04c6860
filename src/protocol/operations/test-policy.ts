import * as z from "zod";
import { policyTest } from "../schemas/attention.ts";
import { id, reference } from "../schemas/fields.ts";
import { operation } from "./operation.ts";

export const testPolicy = operation({
  method: "POST",
  path: "/v1/policy/test",
  summary: "What today's rules would have answered to every question of a session.",
  about: "rule",
  feature: "policy",
  access: "read",
  repeat: "harmless",
  body: z.strictObject({ id, session: reference }),
  answer: policyTest,
});
