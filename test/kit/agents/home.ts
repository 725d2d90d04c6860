// Home directories for agents, one per test. Not below /tmp, where Codex disables a part of itself.
import { realpathSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { agentsDirectory } from "./cache.ts";
import { makeOwnDirectory } from "./leftovers.ts";

export interface AgentHome {
  readonly path: string;
  remove(): void;
}

export const homesDirectory = (): string => join(dirname(agentsDirectory()), "homes");

export function makeAgentHome(): AgentHome {
  const path = realpathSync(makeOwnDirectory(homesDirectory()));
  // Agents that are just ending may still write.
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }) };
}
