import { webStatusAnswer } from "../schemas/web.ts";
import { operation } from "./operation.ts";

export const webStatus = operation({
  method: "GET",
  path: "/v1/web",
  summary: "Whether the page is open, and for which addresses.",
  about: "person",
  feature: "web",
  access: "read",
  repeat: "harmless",
  answer: webStatusAnswer,
});
