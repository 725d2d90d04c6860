// `npm run agents:install [-- claude gemini …]`: puts the real agents that `npm run test:agents` runs into the user's cache.

import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { agentsDirectory } from "../test/kit/agents/cache.ts";
import { install } from "../test/kit/agents/install.ts";
import { sweepLeftovers } from "../test/kit/agents/leftovers.ts";
import { agentNames, pins } from "../test/kit/agents/pins.ts";

// Unpacking uses a whole core, so more at once would only slow down each.
const AT_ONCE = 3;

const given = process.argv.slice(2);
const wanted = agentNames.filter((name) => given.length === 0 || given.includes(name));
const unknown = given.filter((name) => !agentNames.some((known) => known === name));
if (unknown.length > 0) {
  console.error(`error: unknown agent ${unknown.join(", ")}; there are ${agentNames.join(", ")}`);
  process.exit(1);
}

/** @param {string} directory @returns {number} bytes */
function sizeOf(directory) {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((entry) => lstatSync(join(directory, entry)).size)
    .reduce((sum, size) => sum + size, 0);
}

/** @param {import("../test/kit/agents/pins.ts").AgentName} agent */
async function report(agent) {
  const { package: name, version } = pins[agent];
  const start = performance.now();
  try {
    if ((await install(agent)) === "present") {
      console.log(`present    ${name} ${version}`);
      return;
    }
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const megabytes = Math.round(sizeOf(join(agentsDirectory(), agent)) / 1e6);
    console.log(`installed  ${name} ${version}: ${megabytes} MB in ${seconds} s`);
  } catch (error) {
    console.error(`FAILED     ${name} ${version}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

sweepLeftovers(agentsDirectory());
const queue = [...wanted];
const worker = async () => {
  for (let agent = queue.shift(); agent; agent = queue.shift()) await report(agent);
};
await Promise.all(Array.from({ length: AT_ONCE }, worker));
console.log(`in ${agentsDirectory()}`);
