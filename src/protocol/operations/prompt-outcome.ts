import { promptAnswer } from "../schemas/prompt.ts";
import { operation } from "./operation.ts";

export const promptOutcome = operation({
  method: "GET",
  path: "/v1/sessions/:session/prompts/:prompt",
  summary: "What became of a prompt, however long ago.",
  feature: "prompts",
  access: "read",
  answer: promptAnswer,
});
