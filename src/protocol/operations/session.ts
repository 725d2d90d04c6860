import { sessionDetail } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const session = operation({
  method: "GET",
  path: "/v1/sessions/:session",
  summary: "A session as it is now: its row in lists, and everything that is folded from its log.",
  feature: "sessions",
  access: "read",
  answer: sessionDetail,
});
