import { queueAnswer } from "../schemas/prompt.ts";
import { operation } from "./operation.ts";

export const prompts = operation({
  method: "GET",
  path: "/v1/sessions/:session/prompts",
  summary: "The session's queue, in order.",
  about: "prompt",
  feature: "prompts",
  access: "read",
  repeat: "harmless",
  answer: queueAnswer,
});
