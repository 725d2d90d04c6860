// Where the real agents are: one directory per list of pins below the user's cache, one below it per agent.
// An agent's directory appears in one step, so whatever is there is whole.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type AgentName, pins } from "./pins.ts";

const key = createHash("sha256").update(JSON.stringify(pins)).digest("hex").slice(0, 16);

export function agentsDirectory(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "skein", "agents", key);
}

/** A directory for PATH that holds nothing but this agent's program, under the agent's name. */
export function programDirectory(agent: AgentName): string {
  return join(agentsDirectory(), agent, "bin");
}

/** Where a program that unpacks itself has done so; without it, every new home directory gets its own copy. */
export function unpackedDirectory(agent: AgentName): string {
  return join(agentsDirectory(), agent, "unpacked");
}

/** The program to start; null where it isn't installed. */
export function findProgram(agent: AgentName): string | null {
  const program = join(programDirectory(agent), agent);
  return existsSync(program) ? program : null;
}
