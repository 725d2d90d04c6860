import { trashList } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const trashed = operation({
  method: "GET",
  path: "/v1/trash",
  summary: "Sessions that can be restored; last deleted first.",
  about: "session",
  feature: "trash",
  access: "read",
  repeat: "harmless",
  answer: trashList,
});
