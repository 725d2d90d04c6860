// `[agents.<name>]` in config.toml: how an agent that Skein knows is run. Which names there are is the registry's to say.
import type { Transport } from "../core/index.ts";
import type { Complain } from "./config-tools.ts";
import { isQueueLimit, QUEUE_LIMIT_WANTED } from "./queue-limit.ts";

export type AgentsConfig = Readonly<
  Record<
    string,
    {
      /** In its own protocol, by ACP, or with a process for each prompt. */
      readonly transport: Transport;
      /** How many prompts may wait in its sessions. */
      readonly queuedPrompts?: number;
    }
  >
>;

export function parseAgents(value: unknown, complain: Complain): AgentsConfig {
  if (!isTable(value)) return complain.about("agents", "a table: [agents.<name>]");
  return Object.fromEntries(
    Object.entries(value).map(([name, agent]) => {
      if (!isTable(agent)) return complain.about(`agents.${name}`, `a table: [agents.${name}]`);
      const { transport = "stream", queued_prompts: queuedPrompts, ...unknown } = agent;
      for (const key of Object.keys(unknown))
        complain.unknown(`agents.${name}.${key}`, ["transport", "queued_prompts"]);
      if (transport !== "stream" && transport !== "acp" && transport !== "oneshot")
        return complain.about(`agents.${name}.transport`, '"stream", "acp" or "oneshot"');
      if (queuedPrompts === undefined) return [name, { transport }];
      return isQueueLimit(queuedPrompts)
        ? [name, { transport, queuedPrompts }]
        : complain.about(`agents.${name}.queued_prompts`, QUEUE_LIMIT_WANTED);
    }),
  );
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
