// Which agents there are: those that Skein knows by name, and those of config.toml. The one place that names drivers.
import type { Transport } from "../core/index.ts";
import { ConfigError } from "../home/config.ts";
import type { Config } from "../home/index.ts";
import { claudeWays } from "./claude/driver.ts";
import { codexWays } from "./codex/driver.ts";
import { copilotWays } from "./copilot/driver.ts";
import { createConfiguredAgent } from "./custom/configured-agent.ts";
import { demoWays } from "./demo/driver.ts";
import type { Driver, Ways } from "./driver.ts";
import { geminiWays } from "./gemini/driver.ts";
import { opencodeWays } from "./opencode/driver.ts";
import { piWays } from "./pi/driver.ts";

export interface Registry {
  /**
   * As config.toml says it is run now, or as a run of it was started. Throws when what it is depends on config.toml and that
   * can't be used.
   */
  get(id: string, transport?: Transport): Driver | null;
  list(): readonly Driver[];
  /** For a session whose creator names none: the first real agent on their PATH, else the demo agent. */
  defaultAgent(env: Readonly<Record<string, string | undefined>>): Promise<Driver>;
}

interface Sources {
  /** The directory of the programs that Skein brings along. */
  programs: string;
  /** Asked anew every time: an edit of config.toml counts from the next command on. */
  tools?: () => Config["tools"];
  agents?: () => Transports;
}

/** How agents are talked to, as far as config.toml says it. */
type Transports = Readonly<Record<string, Pick<Config["agents"][string], "transport">>>;

/** In the order in which they are looked for when nobody names one. */
const knownAgents = (programs: string): readonly Ways[] => [
  demoWays(programs),
  claudeWays(),
  codexWays(),
  geminiWays(),
  copilotWays(),
  opencodeWays(programs),
  piWays(programs),
];

export function createRegistry({ programs, tools = () => ({}), agents = () => ({}) }: Sources): Registry {
  const known = new Map(knownAgents(programs).map((ways) => [ways.stream.id, ways]));
  const asSet = (ways: Ways, config: () => Transports = agents): Driver =>
    isSettable(ways) ? wayOf(ways, configuredTransport(known, config(), ways.stream.id)) : ways.stream;
  const ownDrivers = () => driversOf(tools(), { known, programs });
  return {
    get(id, transport) {
      const ways = known.get(id);
      if (!ways) return ownDrivers().find((driver) => driver.id === id && canTalkTo(driver, transport)) ?? null;
      return transport === undefined ? asSet(ways) : wayOf(ways, transport);
    },
    list() {
      const config = agents();
      return [...[...known.values()].map((ways) => asSet(ways, () => config)), ...ownDrivers()];
    },
    async defaultAgent(env) {
      const [demo, ...real] = [...known.values()];
      for (const ways of real) if ((await ways.stream.find(env)).kind === "found") return asSet(ways);
      return (demo as Ways).stream;
    },
  };
}

/** A way that is no more is taken for the usual one. */
const wayOf = (ways: Ways, transport: Transport): Driver => ways[transport] ?? ways.stream;

const isSettable = (ways: Ways): boolean => Object.keys(ways).length > 1;

type Known = ReadonlyMap<string, Ways>;

/** What config.toml says; every entry of it is checked, so that a typo is found before the agent is. */
function configuredTransport(known: Known, config: Transports, id: string): Transport {
  for (const [name, { transport }] of Object.entries(config)) {
    const ways = known.get(name);
    if (!ways)
      throw new ConfigError(`config.toml: unknown key "agents.${name}" (known: ${[...known.keys()].join(", ")})`);
    if (ways[transport]) continue;
    const offered = Object.keys(ways).map((way) => `"${way}"`);
    throw new ConfigError(`config.toml: agents.${name}.transport must be ${offered.join(" or ")}`);
  }
  return config[id]?.transport ?? "stream";
}

/** A process per prompt and a long-lived one are told apart: what config.toml describes by now can't take up the other. */
const canTalkTo = (driver: Driver, transport: Transport | undefined): boolean =>
  transport === undefined || (driver.transport === "oneshot") === (transport === "oneshot");

function driversOf(tools: Config["tools"], { known, programs }: { known: Known; programs: string }): Driver[] {
  return Object.entries(tools).map(([id, tool]) => {
    if (known.has(id))
      throw new ConfigError(`config.toml: tools.${id} must have another name: ${id} is an agent that Skein knows`);
    return createConfiguredAgent(id, tool, programs);
  });
}
