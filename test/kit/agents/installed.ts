// Vitest's global setup for tests of real agents: says which are missing. In CI none may be.
import { findProgram } from "./cache.ts";
import { homesDirectory } from "./home.ts";
import { sweepLeftovers } from "./leftovers.ts";
import { agentNames } from "./pins.ts";

export function setup(): void {
  sweepLeftovers(homesDirectory());
  const missing = agentNames.filter((agent) => findProgram(agent) === null);
  if (missing.length === 0) return;
  const line = `agents that are not installed, and so not tested: ${missing.join(", ")} (npm run agents:install)`;
  if (process.env.CI) throw new Error(line);
  console.warn(line);
}
