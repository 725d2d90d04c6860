import * as z from "zod";
import { pastPermission, permissionDetail } from "../schemas/attention.ts";
import { operation } from "./operation.ts";

export const permission = operation({
  method: "GET",
  path: "/v1/sessions/:session/permissions/:permission",
  summary: "A question, with the rule that would answer it from now on.",
  about: "question",
  feature: "permissions",
  access: "read",
  repeat: "harmless",
  answer: z.union([permissionDetail, pastPermission]),
});
