// An agent with each of the ways in which it can be run, from what its drivers declare.
import type { Agent, AgentWay, Transport } from "../core/index.ts";
import type { Driver } from "./driver.ts";
import type { Registry } from "./registry.ts";

const transports: readonly Transport[] = ["stream", "acp", "oneshot"];

/** Null if there is no agent of that name. Throws as the registry does. */
export function agentOf(registry: Pick<Registry, "get">, id: string): Agent | null {
  const driver = registry.get(id);
  return driver && { title: driver.title, transport: driver.transport, ways: waysOf(registry, driver) };
}

export function waysOf({ get }: Pick<Registry, "get">, driver: Driver): AgentWay[] {
  // A way that the agent does not have is answered with another one.
  const ways = transports.flatMap((transport) => {
    const way = get(driver.id, transport);
    return way?.transport === transport ? [wayOf(way)] : [];
  });
  return ways.length > 0 ? ways : [wayOf(driver)];
}

const wayOf = ({ transport, capabilities, forgetsMode }: Driver): AgentWay => ({
  transport,
  capabilities,
  ...(forgetsMode ? { forgetsMode } : {}),
});
