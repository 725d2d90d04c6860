import type { Config } from "../home/index.ts";

/** How many prompts may be queued in a session of this agent: what the config says for the agent goes before what it says for all. */
export const queueLimitOf = ({ limits, agents, tools }: Config, agent: string): number =>
  agents[agent]?.queuedPrompts ?? tools[agent]?.queuedPrompts ?? limits.queuedPrompts;
