import * as z from "zod";
import { policyAnswer } from "../schemas/attention.ts";
import { string } from "../schemas/parameters.ts";
import { operation } from "./operation.ts";

export const policy = operation({
  method: "GET",
  path: "/v1/policy",
  summary: "The rules that apply in a directory.",
  about: "rule",
  feature: "policy",
  access: "read",
  repeat: "harmless",
  query: z.object({ cwd: string("The directory, absolute.") }),
  answer: policyAnswer,
});
