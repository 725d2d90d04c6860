// `config.toml`: what a person may set. Unknown keys are refused by name: a typo must not silently do nothing.
import { readFileSync } from "node:fs";
import { parse, TomlError } from "smol-toml";

export interface Config {
  /** The agent of a new session when none is named; null = the first one found. */
  readonly defaultAgent: string | null;
  /** Where a bare project name is looked for. */
  readonly projectRoots: readonly string[];
}

export const defaultConfig: Config = { defaultAgent: null, projectRoots: ["~/Projects"] };

/** A config file that can't be used: the message says where and why. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export function readConfig(path: string): Config {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return defaultConfig;
    throw new ConfigError(`${path} can't be read: ${(error as Error).message}`, { cause: error });
  }
  return parseConfig(text, path);
}

export function parseConfig(text: string, path: string): Config {
  const table = parseToml(text, path);
  const fail = (key: string, wanted: string): never => {
    throw new ConfigError(`${path}: ${key} must be ${wanted}`);
  };
  const config = { ...defaultConfig };
  for (const [key, value] of Object.entries(table)) {
    if (key === "default_agent") {
      config.defaultAgent = typeof value === "string" && value !== "" ? value : fail(key, "an agent's name");
    } else if (key === "project_roots") {
      config.projectRoots = isListOfRoots(value)
        ? value
        : fail(key, "a list of directories, each beginning with / or ~/");
    } else {
      throw new ConfigError(`${path}: unknown key "${key}" (known: default_agent, project_roots)`);
    }
  }
  return config;
}

/** Not relative: the daemon would look below wherever it was started. */
const isListOfRoots = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string" && /^(\/|~\/|~$)/.test(one));

function parseToml(text: string, path: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError)
      throw new ConfigError(`${path}:${error.line}:${error.column}: ${error.message.split("\n")[0]}`, { cause: error });
    throw error;
  }
}
