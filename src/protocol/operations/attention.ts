import { attentionList } from "../schemas/attention.ts";
import { operation } from "./operation.ts";

export const attention = operation({
  method: "GET",
  path: "/v1/attention",
  summary: "Everything that waits for a person, unread results included; oldest first.",
  about: "person",
  feature: "attention",
  access: "read",
  repeat: "harmless",
  answer: attentionList,
});
