import { sessionDetail } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const session = operation({
  method: "GET",
  path: "/v1/sessions/:session",
  summary: "A session as it is now: its row in lists, and its state folded from the log.",
  about: "session",
  feature: "sessions",
  access: "read",
  repeat: "harmless",
  answer: sessionDetail,
});
