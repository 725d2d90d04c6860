import * as z from "zod";
import { inboxAnswer } from "../schemas/attention.ts";
import { string } from "../schemas/parameters.ts";
import { operation } from "./operation.ts";

export const permissions = operation({
  method: "GET",
  path: "/v1/permissions",
  summary: "Everything that waits for a person's answer, oldest first.",
  about: "question",
  feature: "permissions",
  access: "read",
  repeat: "harmless",
  query: z.object({ sessions: string("Only of these sessions: ids separated by commas.") }),
  answer: inboxAnswer,
});
