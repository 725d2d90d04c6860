import * as z from "zod";
import { agentDetail } from "../schemas/agent.ts";
import { quick } from "../schemas/parameters.ts";
import { operation } from "./operation.ts";

export const agent = operation({
  method: "GET",
  path: "/v1/agents/:agent",
  summary: "One agent.",
  about: "agent",
  feature: "agents",
  access: "read",
  repeat: "harmless",
  query: z.object({ quick }),
  answer: agentDetail,
});
