import { pushAnswer } from "../schemas/attention.ts";
import { operation } from "./operation.ts";

export const push = operation({
  method: "GET",
  path: "/v1/push",
  summary: "Whether the device that asks gets push messages, for what, and the key to subscribe with.",
  about: "person",
  feature: "push",
  access: "read",
  peopleOnly: "get push messages",
  repeat: "harmless",
  answer: pushAnswer,
});
