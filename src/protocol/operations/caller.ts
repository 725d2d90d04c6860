import { callerAnswer } from "../schemas/daemon.ts";
import { operation } from "./operation.ts";

export const caller = operation({
  method: "GET",
  path: "/v1/caller",
  summary: "Who the caller is, as far as the system tells.",
  about: "person",
  feature: "callers",
  access: "read",
  repeat: "harmless",
  answer: callerAnswer,
});
