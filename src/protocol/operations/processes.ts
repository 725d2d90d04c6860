import { processList } from "../schemas/agent.ts";
import { operation } from "./operation.ts";

export const processes = operation({
  method: "GET",
  path: "/v1/processes",
  summary: "The processes of agents that live now, and their memory.",
  feature: "agents",
  access: "read",
  answer: processList,
});
