// Which agents there are: those that Skein knows by name, and those of config.toml. The one place that names drivers.
import { type Config, ConfigError, type Transport } from "../home/index.ts";
import { copilot, createAcpDriver, gemini } from "./acp/index.ts";
import { createClaudeDriver } from "./claude/driver.ts";
import { createDemoDriver } from "./demo/driver.ts";
import type { Driver } from "./driver.ts";

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
  /** The path of the built demo agent, which ships beside the daemon. */
  demoProgram: string;
  /** Asked anew every time: an edit of config.toml counts from the next command on. */
  tools?: () => Config["tools"];
  agents?: () => Config["agents"];
}

export function createRegistry({ demoProgram, tools = () => ({}), agents = () => ({}) }: Sources): Registry {
  const demo = createDemoDriver(demoProgram);
  const claude = {
    stream: createClaudeDriver({ transport: "stream" }),
    oneshot: createClaudeDriver({ transport: "oneshot" }),
  };
  const builtIn: readonly Driver[] = [demo, claude.stream, createAcpDriver(gemini), createAcpDriver(copilot)];
  /** Those that can be run in more than one way. */
  const settable: Readonly<Record<string, Readonly<Record<Transport, Driver>>>> = { [claude.stream.id]: claude };
  const asSet = (driver: Driver, transport?: Transport): Driver =>
    settable[driver.id]?.[transport ?? transportOf(driver.id)] ?? driver;
  const transportOf = (id: string): Transport => {
    const config = agents();
    for (const name of Object.keys(config)) {
      if (!Object.hasOwn(settable, name))
        throw new ConfigError(`config.toml: unknown key "agents.${name}" (known: ${Object.keys(settable).join(", ")})`);
    }
    return config[id]?.transport ?? "stream";
  };
  const ownDrivers = () => driversOf(tools(), builtIn);
  return {
    get(id, transport) {
      const known = builtIn.find((driver) => driver.id === id);
      return known ? asSet(known, transport) : (ownDrivers().find((driver) => driver.id === id) ?? null);
    },
    list: () => [...builtIn.map((driver) => asSet(driver)), ...ownDrivers()],
    async defaultAgent(env) {
      for (const driver of builtIn) {
        if (driver !== demo && (await driver.find(env)).kind === "found") return asSet(driver);
      }
      return demo;
    },
  };
}

function driversOf(tools: Config["tools"], builtIn: readonly Driver[]): Driver[] {
  return Object.entries(tools).map(([id, { command, args, env }]) => {
    if (builtIn.some((driver) => driver.id === id))
      throw new ConfigError(`config.toml: tools.${id} must have another name: ${id} is an agent that Skein knows`);
    const install = `install ${command}, or correct tools.${id}.command in config.toml`;
    return createAcpDriver({ id, title: id, command, args, env, install });
  });
}
