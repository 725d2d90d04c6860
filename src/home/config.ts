// `config.toml`: what a person may set. Unknown keys are refused by name: a typo must not silently do nothing.
import { parse, TomlError } from "smol-toml";
import { QUEUE_LIMIT } from "../core/index.ts";
import { type AgentsConfig, parseAgents } from "./config-agents.ts";
import {
  defaultHooks,
  defaultNotify,
  type HooksConfig,
  type NotifyConfig,
  parseHooks,
  parseNotify,
} from "./config-attention.ts";
import { type Complain, parseTools } from "./config-tools.ts";
import { isQueueLimit, QUEUE_LIMIT_WANTED } from "./queue-limit.ts";
import { FileRefused, readTrustedText } from "./regular-file.ts";
import type { ToolConfig } from "./tool-config.ts";

export interface Config {
  /** The agent of a new session when none is named; null = the first one found. */
  readonly defaultAgent: string | null;
  /** Where a bare project name is looked for. */
  readonly projectRoots: readonly string[];
  /** How agents that Skein knows are run. */
  readonly agents: AgentsConfig;
  /** Agents of one's own, by name. */
  readonly tools: Readonly<Record<string, ToolConfig>>;
  /** The user's own commands, by what calls them. */
  readonly hooks: HooksConfig;
  /** How a person is called. */
  readonly notify: NotifyConfig;
  readonly limits: {
    /** A turn in which nothing happens for so long is interrupted. */
    readonly silenceMinutes: number;
    readonly minFreeMegabytes: number;
    /** An agent that has printed so much, unread, waits until somebody reads it; 0 = no limit, as for stderr. */
    readonly unreadOutputMegabytes: number;
    /** Of a longer stderr of an agent the first and the last part are kept. */
    readonly stderrMegabytes: number;
    /** How many sessions may work at once; 0 = all. */
    readonly runningSessions: number;
    /** A process that rests for so long is ended until the next prompt; 0 = never. */
    readonly parkMinutes: number;
    /** How many agent processes are held at once; past it the one that has rested longest is ended. 0 = all. */
    readonly liveProcesses: number;
    /** 0 = none, as for the budgets. */
    readonly turnMinutes: number;
    readonly budgetUsd: number;
    readonly budgetTokens: number;
    /** Go on by itself when a vendor's quota is there again. */
    readonly resumeAfterQuota: boolean;
    /** How many prompts may wait in a session; 0 = none. What is said for its agent goes before it. */
    readonly queuedPrompts: number;
  };
}

export const defaultConfig: Config = {
  defaultAgent: null,
  projectRoots: ["~/Projects"],
  agents: {},
  tools: {},
  hooks: defaultHooks,
  notify: defaultNotify,
  limits: {
    silenceMinutes: 10,
    minFreeMegabytes: 32,
    unreadOutputMegabytes: 1000,
    stderrMegabytes: 16,
    runningSessions: 0,
    parkMinutes: 10,
    liveProcesses: 32,
    turnMinutes: 0,
    budgetUsd: 0,
    budgetTokens: 0,
    resumeAfterQuota: false,
    queuedPrompts: QUEUE_LIMIT,
  },
};

/** A config file that can't be used: the message says where and why. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const MAX_BYTES = 1024 * 1024;

export function readConfig(path: string): Config {
  return parseConfig(readConfigText(path), path);
}

/** Empty when there is no file. Its hooks run programs: nobody else may write it. */
export function readConfigText(path: string): string {
  try {
    return readTrustedText(path, MAX_BYTES);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    if (error instanceof FileRefused) throw new ConfigError(error.message, { cause: error });
    throw new ConfigError(`${path} can't be read: ${(error as Error).message}`, { cause: error });
  }
}

type Parser = (value: unknown, complain: Complain) => Partial<Config>;

const parsers: Readonly<Record<string, Parser>> = {
  default_agent: (value, complain) => ({
    defaultAgent:
      typeof value === "string" && value !== "" ? value : complain.about("default_agent", "an agent's name"),
  }),
  project_roots: (value, complain) => ({
    projectRoots: isListOfRoots(value)
      ? value
      : complain.about("project_roots", "a list of directories, each beginning with / or ~/"),
  }),
  agents: (value, complain) => ({ agents: parseAgents(value, complain) }),
  tools: (value, complain) => ({ tools: parseTools(value, complain) }),
  hooks: (value, complain) => ({ hooks: parseHooks(value, complain) }),
  notify: (value, complain) => ({ notify: parseNotify(value, complain) }),
  limits: (value, complain) => ({ limits: parseLimits(value, complain) }),
};

export function parseConfig(text: string, path: string): Config {
  const table = parseToml(text, path);
  const complain: Complain = {
    about(key, wanted) {
      throw new ConfigError(`${path}: ${key} must be ${wanted}`);
    },
    unknown(key, known) {
      throw new ConfigError(`${path}: unknown key "${key}" (known: ${known.join(", ")})`);
    },
  };
  const known = Object.keys(parsers);
  const parts = Object.entries(table).map(([key, value]) => {
    const parser = known.includes(key) ? parsers[key] : undefined;
    return parser ? parser(value, complain) : complain.unknown(key, known);
  });
  return Object.assign({}, defaultConfig, ...parts);
}

interface Limit {
  key: keyof Config["limits"];
  isValid: (value: unknown) => boolean;
  wanted: string;
}

const isAmount = (value: unknown): value is number => typeof value === "number" && value >= 0;
const isCount = (value: unknown): boolean => isAmount(value) && Number.isInteger(value);

const limits: Readonly<Record<string, Limit>> = {
  silence_minutes: {
    key: "silenceMinutes",
    isValid: (it) => isAmount(it) && it > 0 && it <= 24 * 60,
    wanted: "a number, up to 1440",
  },
  min_free_mb: { key: "minFreeMegabytes", isValid: isAmount, wanted: "a number of megabytes" },
  unread_output_mb: {
    key: "unreadOutputMegabytes",
    isValid: isAmount,
    wanted: "a number of megabytes; 0 = no limit",
  },
  stderr_mb: { key: "stderrMegabytes", isValid: isAmount, wanted: "a number of megabytes; 0 = no limit" },
  running_sessions: { key: "runningSessions", isValid: isCount, wanted: "a whole number; 0 = all" },
  park_minutes: { key: "parkMinutes", isValid: isAmount, wanted: "a number of minutes; 0 = never" },
  live_processes: { key: "liveProcesses", isValid: isCount, wanted: "a whole number; 0 = all" },
  turn_minutes: { key: "turnMinutes", isValid: isAmount, wanted: "a number of minutes; 0 = no limit" },
  budget_usd: { key: "budgetUsd", isValid: isAmount, wanted: "an amount of dollars; 0 = no limit" },
  budget_tokens: { key: "budgetTokens", isValid: isCount, wanted: "a whole number; 0 = no limit" },
  resume_after_quota: { key: "resumeAfterQuota", isValid: (it) => typeof it === "boolean", wanted: "true or false" },
  queued_prompts: { key: "queuedPrompts", isValid: isQueueLimit, wanted: QUEUE_LIMIT_WANTED },
};

function parseLimits(value: unknown, complain: Complain): Config["limits"] {
  if (typeof value !== "object" || value === null) return complain.about("limits", "a table: [limits]");
  const given = Object.entries(value).map(([name, it]) => {
    const limit = Object.hasOwn(limits, name) ? limits[name] : undefined;
    if (!limit) return complain.unknown(`limits.${name}`, Object.keys(limits));
    if (!limit.isValid(it)) return complain.about(`limits.${name}`, limit.wanted);
    return [limit.key, it];
  });
  return { ...defaultConfig.limits, ...Object.fromEntries(given) };
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
