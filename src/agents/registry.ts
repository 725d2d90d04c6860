// Which agents there are: those that Skein knows by name, and those of config.toml. The one place that names drivers.
import { type Config, ConfigError, defaultConfig } from "../home/index.ts";
import { copilot, createAcpDriver, gemini } from "./acp/index.ts";
import { createClaudeDriver } from "./claude/driver.ts";
import { createDemoDriver } from "./demo/driver.ts";
import type { Driver } from "./driver.ts";

export interface Registry {
  /** Throws when what it is depends on config.toml and that can't be used. */
  get(id: string): Driver | null;
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

export function createRegistry({
  demoProgram,
  tools = () => ({}),
  agents = () => defaultConfig.agents,
}: Sources): Registry {
  const demo = createDemoDriver(demoProgram);
  const claude = {
    stream: createClaudeDriver({ transport: "stream" }),
    oneshot: createClaudeDriver({ transport: "oneshot" }),
  };
  const builtIn: readonly Driver[] = [demo, claude.stream, createAcpDriver(gemini), createAcpDriver(copilot)];
  const asSet = (driver: Driver): Driver => (driver === claude.stream ? claude[agents().claude.transport] : driver);
  const ownDrivers = () => driversOf(tools(), builtIn);
  return {
    get(id) {
      const known = builtIn.find((driver) => driver.id === id);
      return known ? asSet(known) : (ownDrivers().find((driver) => driver.id === id) ?? null);
    },
    list: () => [...builtIn.map(asSet), ...ownDrivers()],
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
