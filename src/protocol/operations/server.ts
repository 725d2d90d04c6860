import { serverInfo } from "../schemas/daemon.ts";
import { operation } from "./operation.ts";

export const server = operation({
  method: "GET",
  path: "/v1",
  summary: "The daemon: versions, limits, and the state of its log.",
  about: "daemon",
  access: "read",
  repeat: "harmless",
  answer: serverInfo,
});
