// All agents: those that Skein knows by name, and those of config.toml. The only place that names drivers.
import type { Agent, AgentWay, Transport } from "../core/index.ts";
import { ConfigError } from "../home/config.ts";
import type { Config } from "../home/index.ts";
import { claudeDrivers } from "./claude/driver.ts";
import { program as claude } from "./claude/program.ts";
import { codexDrivers } from "./codex/driver.ts";
import { programWith as codex } from "./codex/program.ts";
import { copilotDrivers } from "./copilot/driver.ts";
import { program as copilot } from "./copilot/program.ts";
import { createConfiguredAgent } from "./custom/configured-agent.ts";
import { demoDrivers } from "./demo/driver.ts";
import type { AgentDrivers, Driver, VariableRule } from "./driver.ts";
import { geminiDrivers } from "./gemini/driver.ts";
import { program as gemini } from "./gemini/program.ts";
import type { Program } from "./kit/program.ts";
import { opencodeDrivers } from "./opencode/driver.ts";
import { program as opencode } from "./opencode/program.ts";
import { piDrivers } from "./pi/driver.ts";
import { program as pi } from "./pi/program.ts";

export interface Registry {
  /** As configured now, or as a run of it was started. Throws if it depends on config.toml and that can't be used. */
  get(id: string, transport?: Transport): Driver | null;
  list(): readonly Driver[];
  /** For a session without a chosen agent: the first real agent on the PATH, else the demo agent. */
  defaultAgent(env: Readonly<Record<string, string | undefined>>): Promise<Driver>;
}

interface Sources {
  /** The directory of the programs that come with Skein. */
  programs: string;
  /** Read again every time: an edit of config.toml applies from the next command on. */
  tools?: () => Config["tools"];
  agents?: () => Transports;
}

/** The configured transports of agents. */
type Transports = Readonly<Record<string, Pick<Config["agents"][string], "transport">>>;

/** In the order in which a default agent is looked for. */
const knownAgents = (programs: string): readonly AgentDrivers[] => [
  demoDrivers(programs),
  claudeDrivers(),
  codexDrivers(),
  geminiDrivers(),
  copilotDrivers(),
  opencodeDrivers(programs),
  piDrivers(programs),
];

/** What the agents set for the programs that they start. */
export const childVariables: readonly VariableRule[] = [claude, codex([]), gemini, copilot, opencode, pi].flatMap(
  (program: Program) => program.childVariables ?? [],
);

export function createRegistry({ programs, tools = () => ({}), agents = () => ({}) }: Sources): Registry {
  const known = new Map(knownAgents(programs).map((drivers) => [drivers.stream.id, drivers]));
  const asSet = (drivers: AgentDrivers, config: () => Transports = agents): Driver =>
    isSettable(drivers) ? driverFor(drivers, configuredTransport(known, config(), drivers.stream.id)) : drivers.stream;
  const ownDrivers = () => driversOf(tools(), { known, programs });
  return {
    get(id, transport) {
      const drivers = known.get(id);
      if (!drivers) return ownDrivers().find((driver) => driver.id === id && canTalkTo(driver, transport)) ?? null;
      return transport === undefined ? asSet(drivers) : driverFor(drivers, transport);
    },
    list() {
      const config = agents();
      return [...[...known.values()].map((drivers) => asSet(drivers, () => config)), ...ownDrivers()];
    },
    async defaultAgent(env) {
      const [demo, ...real] = [...known.values()];
      for (const drivers of real) if ((await drivers.stream.find(env)).kind === "found") return asSet(drivers);
      return (demo as AgentDrivers).stream;
    },
  };
}

/** A transport that the agent no longer has is taken for the usual one. */
const driverFor = (drivers: AgentDrivers, transport: Transport): Driver => drivers[transport] ?? drivers.stream;

const isSettable = (drivers: AgentDrivers): boolean => Object.keys(drivers).length > 1;

type Known = ReadonlyMap<string, AgentDrivers>;

/** The tools of config.toml; every entry is checked, so that a typo is reported before the agent is used. */
function configuredTransport(known: Known, config: Transports, id: string): Transport {
  for (const [name, { transport }] of Object.entries(config)) {
    const drivers = known.get(name);
    if (!drivers)
      throw new ConfigError(`config.toml: unknown key "agents.${name}" (known: ${[...known.keys()].join(", ")})`);
    if (drivers[transport]) continue;
    const offered = Object.keys(drivers).map((transport) => `"${transport}"`);
    throw new ConfigError(`config.toml: agents.${name}.transport must be ${offered.join(" or ")}`);
  }
  return config[id]?.transport ?? "stream";
}

/** One-shot and long-lived agents are distinct: a changed configuration can't continue a run of the other kind. */
const canTalkTo = (driver: Driver, transport: Transport | undefined): boolean =>
  transport === undefined || (driver.transport === "oneshot") === (transport === "oneshot");

function driversOf(tools: Config["tools"], { known, programs }: { known: Known; programs: string }): Driver[] {
  return Object.entries(tools).map(([id, tool]) => {
    if (known.has(id))
      throw new ConfigError(`config.toml: tools.${id} must have another name: ${id} is an agent that Skein knows`);
    return createConfiguredAgent(id, tool, programs);
  });
}

const transports: readonly Transport[] = ["stream", "acp", "oneshot"];

/** Null if there is no agent of that name. Throws as the registry does. */
export function agentOf(registry: Pick<Registry, "get">, id: string): Agent | null {
  const driver = registry.get(id);
  return driver && { title: driver.title, transport: driver.transport, ways: waysOf(registry, driver) };
}

export function waysOf({ get }: Pick<Registry, "get">, driver: Driver): AgentWay[] {
  // For a transport that the agent does not have, the registry gives the driver of another one.
  const ways = transports.flatMap((transport) => {
    const one = get(driver.id, transport);
    return one?.transport === transport ? [describeWay(one)] : [];
  });
  return ways.length > 0 ? ways : [describeWay(driver)];
}

const describeWay = ({ transport, capabilities, forgetsMode }: Driver): AgentWay => ({
  transport,
  capabilities,
  ...(forgetsMode ? { forgetsMode } : {}),
});
