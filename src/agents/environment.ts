// The environment of an agent: the client's, without variables that describe where that client ran.
import { childVariables } from "./registry.ts";

/**
 * Set by agents for their own children. An agent that finds them believes that it is nested: it refuses to start, reports to its parent's session,
 * or expects a sandbox. Settings with the same prefixes (keys, base URLs, limits) stay.
 */
const insideAnAgent = [
  ...childVariables,
  // A convention, and programs that no driver is for: people add them as tools, or run clients in them.
  ...["AGENT", "AI_AGENT", "CURSOR_AGENT", "CURSOR_TRACE_ID", "QWEN_CODE"],
];

/** Belong to the program that started the client: a package script, a test runner, a Node process. */
const insideAProgram = [
  "INIT_CWD",
  /^npm_(lifecycle|package)_/,
  /^npm_(command|execpath|node_execpath)$/,
  /^(VITEST|JEST_WORKER_ID$)/,
  /^NODE_(CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|UNIQUE_ID)$/,
];

/** Skein's variables are about the client, or mark the run that the client is part of. */
const own = [/^SKEIN_/];

const dropped = [...insideAnAgent, ...insideAProgram, ...own];

export function agentEnvironment(client: Record<string, string | undefined>): Record<string, string> {
  // In a package script npm exports its whole configuration; elsewhere these are the user's settings.
  const isPackageScript = client.npm_execpath !== undefined;
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(client)) {
    if (value === undefined || !canBeSet(name, value)) continue;
    if (isPackageScript && name.startsWith("npm_config_")) continue;
    if (dropped.some((rule) => (typeof rule === "string" ? rule === name : rule.test(name)))) continue;
    environment[name] = value;
  }
  return environment;
}

/** A name or value that no process can have must not prevent the agent's start. */
function canBeSet(name: string, value: string): boolean {
  return name !== "" && !/[=\0]/.test(name) && !value.includes("\0");
}
