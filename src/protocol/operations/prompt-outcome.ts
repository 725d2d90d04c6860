import { promptAnswer } from "../schemas/prompt.ts";
import { operation } from "./operation.ts";

export const promptOutcome = operation({
  method: "GET",
  path: "/v1/sessions/:session/prompts/:prompt",
  summary: "The outcome of a prompt, however old.",
  about: "prompt",
  feature: "prompts",
  access: "read",
  repeat: "harmless",
  answer: promptAnswer,
});
