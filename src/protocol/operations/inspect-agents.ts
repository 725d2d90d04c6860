import * as z from "zod";
import { agentList } from "../schemas/agent.ts";
import { agent, env, id } from "../schemas/fields.ts";
import { operation } from "./operation.ts";

export const inspectAgents = operation({
  method: "POST",
  path: "/v1/agents/inspect",
  summary: "The agents found with the environment that is sent.",
  about: "agent",
  feature: "agents",
  access: "read",
  repeat: "harmless",
  body: z.strictObject({ id, agent, env, quick: z.boolean().optional() }),
  answer: agentList,
});
