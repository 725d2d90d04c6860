import * as z from "zod";
import { agentList } from "../schemas/agent.ts";
import { quick } from "../schemas/parameters.ts";
import { operation } from "./operation.ts";

export const agents = operation({
  method: "GET",
  path: "/v1/agents",
  summary: "The agents that sessions can have.",
  about: "agent",
  feature: "agents",
  access: "read",
  repeat: "harmless",
  query: z.object({ quick }),
  answer: agentList,
});
