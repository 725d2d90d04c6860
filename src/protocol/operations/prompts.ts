import { queueAnswer } from "../schemas/prompt.ts";
import { operation } from "./operation.ts";

export const prompts = operation({
  method: "GET",
  path: "/v1/sessions/:session/prompts",
  summary: "What waits in the session, in order.",
  feature: "prompts",
  access: "read",
  answer: queueAnswer,
});
