// `[agents.<name>]` in config.toml: how an agent that Skein knows is run.
import type { Complain } from "./config-tools.ts";

export interface AgentsConfig {
  readonly claude: {
    /** One long-lived process, or one for each prompt. */
    readonly transport: "stream" | "oneshot";
  };
}

export const defaultAgents: AgentsConfig = { claude: { transport: "stream" } };

export function parseAgents(value: unknown, complain: Complain): AgentsConfig {
  if (!isTable(value)) return complain.about("agents", "a table: [agents.<name>]");
  const { claude = {}, ...others } = value;
  for (const key of Object.keys(others)) complain.unknown(`agents.${key}`, ["claude"]);
  if (!isTable(claude)) return complain.about("agents.claude", "a table: [agents.claude]");
  const { transport = defaultAgents.claude.transport, ...unknown } = claude;
  for (const key of Object.keys(unknown)) complain.unknown(`agents.claude.${key}`, ["transport"]);
  if (transport !== "stream" && transport !== "oneshot")
    return complain.about("agents.claude.transport", '"stream" or "oneshot"');
  return { claude: { transport } };
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
