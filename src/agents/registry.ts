// Which agents there are: those that Skein knows by name, and those of config.toml. The one place that names drivers.
import { join } from "node:path";
import type { Transport } from "../core/index.ts";
import { ConfigError } from "../home/config.ts";
import type { Config } from "../home/index.ts";
import { createClaudeDriver } from "./claude/driver.ts";
import { createCodexDriver } from "./codex/driver.ts";
import { copilot } from "./copilot/acp.ts";
import { createCopilotDriver } from "./copilot/oneshot/driver.ts";
import { createCustomDriver } from "./custom/driver.ts";
import { createDemoDriver } from "./demo/driver.ts";
import type { Driver } from "./driver.ts";
import { gemini } from "./gemini/acp.ts";
import { createGeminiDriver } from "./gemini/oneshot/driver.ts";
import { createAcpDriver } from "./kit/acp/driver.ts";
import { opencode } from "./opencode/acp.ts";
import { createOpencodeDriver } from "./opencode/driver.ts";
import { createOpencodeOneshotDriver } from "./opencode/oneshot/driver.ts";
import { createPiDriver } from "./pi/driver.ts";

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

/** The ways in which an agent can be run; `stream` is how it is run unless config.toml says otherwise. */
type Ways = Readonly<{ stream: Driver } & Partial<Record<Transport, Driver>>>;

/** In the order in which they are looked for when nobody names one. */
const knownAgents = (programs: string): readonly Ways[] => [
  { stream: createDemoDriver(join(programs, "demo-agent.cjs")) },
  { stream: createClaudeDriver({ transport: "stream" }), oneshot: createClaudeDriver({ transport: "oneshot" }) },
  { stream: createCodexDriver({ transport: "stream" }), oneshot: createCodexDriver({ transport: "oneshot" }) },
  { stream: createAcpDriver(gemini), oneshot: createGeminiDriver(gemini) },
  { stream: createAcpDriver(copilot), oneshot: createCopilotDriver(copilot) },
  {
    stream: createOpencodeDriver(join(programs, "opencode-bridge.cjs")),
    acp: createAcpDriver(opencode, "acp"),
    oneshot: createOpencodeOneshotDriver(),
  },
  {
    stream: createPiDriver({ transport: "stream", programs }),
    oneshot: createPiDriver({ transport: "oneshot", programs }),
  },
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
    const install = `install ${tool.command}, or correct tools.${id}.command in config.toml`;
    const driver =
      tool.protocol === "acp"
        ? createAcpDriver({ id, title: id, command: tool.command, args: tool.args, env: tool.env, install })
        : createCustomDriver({ id, tool, install, runner: join(programs, "tool-runner.cjs") });
    return tool.icon === null ? driver : { ...driver, icon: tool.icon };
  });
}
