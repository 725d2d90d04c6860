import { backupList } from "../schemas/daemon.ts";
import { operation } from "./operation.ts";

export const backups = operation({
  method: "GET",
  path: "/v1/backups",
  summary: "All backups, each verified again; newest first.",
  about: "daemon",
  feature: "backups",
  access: "read",
  repeat: "harmless",
  isLong: true,
  answer: backupList,
});
