// `npm test`: the check, then the tests. What goes to vitest, and what is left out, is said in tiers.mjs.
import { spawnSync } from "node:child_process";
import { planOf } from "./tiers.mjs";

/** @param {string[]} args @returns {number} */
function run(args) {
  return spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1;
}

/** Then the fast tier does not run as a whole. @param {string} word */
const isFilter = (word) => !word.startsWith("--project=!");

const { options, leftOut } = planOf({ isCI: Boolean(process.env.CI), given: process.argv.slice(2) });
const status =
  run(["scripts/check.mjs", ...(options.some(isFilter) ? [] : ["--before-tests"])]) ||
  run(["node_modules/vitest/vitest.mjs", "run", ...options]);
for (const line of leftOut) console.warn(line);
process.exitCode = status;
