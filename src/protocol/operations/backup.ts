import * as z from "zod";
import { backupAnswer } from "../schemas/daemon.ts";
import { id } from "../schemas/fields.ts";
import { operation } from "./operation.ts";

export const backup = operation({
  method: "POST",
  path: "/v1/backups",
  summary: "Makes a backup now.",
  about: "daemon",
  feature: "backups",
  access: "admin",
  repeat: "harmless",
  isLong: true,
  body: z.strictObject({ id }),
  answer: backupAnswer,
  status: 201,
});
