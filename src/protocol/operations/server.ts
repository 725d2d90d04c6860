import { serverInfo } from "../schemas/daemon.ts";
import { operation } from "./operation.ts";

export const server = operation({
  method: "GET",
  path: "/v1",
  summary: "The daemon: versions, limits, and how its log is.",
  access: "read",
  answer: serverInfo,
});
