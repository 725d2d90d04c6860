// Vitest's global setup for tests of real agents: says which are missing. In CI none may be.
import { noteLeftOut } from "../left-out.ts";
import { findProgram } from "./cache.ts";
import { homesDirectory } from "./home.ts";
import { sweepLeftovers } from "./leftovers.ts";
import { agentNames } from "./pins.ts";

export function setup(): void {
  sweepLeftovers(homesDirectory());
  const missing = agentNames.filter((agent) => findProgram(agent) === null);
  if (missing.length === 0) return;
  const what = missing.length === agentNames.length ? "real agents" : `real agents: ${missing.join(", ")}`;
  if (process.env.CI) throw new Error(`agents that are not installed: ${missing.join(", ")} (npm run agents:install)`);
  noteLeftOut({ what, why: "not installed", how: "npm run agents:install && npm run test:agents" });
}
