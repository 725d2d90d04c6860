import { processList } from "../schemas/agent.ts";
import { operation } from "./operation.ts";

export const processes = operation({
  method: "GET",
  path: "/v1/processes",
  summary: "Running agent processes, and their memory.",
  about: "agent",
  feature: "agents",
  access: "read",
  repeat: "harmless",
  answer: processList,
});
