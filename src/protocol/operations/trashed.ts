import { trashList } from "../schemas/session.ts";
import { operation } from "./operation.ts";

export const trashed = operation({
  method: "GET",
  path: "/v1/trash",
  summary: "What can be restored; what was deleted last comes first.",
  feature: "trash",
  access: "read",
  answer: trashList,
});
