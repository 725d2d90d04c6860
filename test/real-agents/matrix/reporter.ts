// Holds the checked-in matrix to what a run of the real agents has seen. A reporter for vitest; silent when none ran.
import { globSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { type AgentName, agentNames, pins } from "../../kit/agents/pins.ts";
import { addReports, readMatrix } from "./files.ts";
import { differences, type Report, seenIn } from "./matrix.ts";
import type { Way } from "./saw.ts";

export const agentMatrix: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const reports = reportsOf(modules);
    if (reports.length === 0) return;
    const whole = reports.filter(({ isWhole, isApartWhole }) => isWhole || isApartWhole);
    if (whole.length > 0) addReports(whole);
    const matrix = readMatrix();
    const faults = [...reports.flatMap((report) => differences(matrix, report)), ...tooFew(reports, modules)];
    if (faults.length === 0) return;
    console.error(`\nThe matrix of agents differs from what was seen (npm run matrix writes it anew):`);
    for (const fault of faults) console.error(`  ${fault}`);
    process.exitCode = 1;
  },
};

function reportsOf(modules: readonly TestModule[]): Report[] {
  const tests = modules.flatMap((module) =>
    [...module.children.allTests()].filter((test) => isOfASuite(test, module)).map((test) => ({ test, module })),
  );
  const ways = new Map<string, Way>();
  for (const { test } of tests) {
    const way = test.meta().realAgent;
    if (way) ways.set(JSON.stringify(way), way);
  }
  return [...ways.values()].map((way) => {
    const own = tests.filter(({ test }) => isOf(way, test));
    const [apart, suite] = [own.filter(isApart), own.filter((one) => !isApart(one))];
    return {
      way,
      version: pins[way.agent as AgentName].version,
      seen: seenIn(own.flatMap(({ test }) => (hasPassed(test) ? (test.meta().saw ?? []) : []))),
      isWhole: suite.length > 0 && [...new Set(suite.map(({ module }) => module))].every(isWhole),
      isApartWhole: apart.length > 0 && apart.every(({ test }) => hasPassed(test)),
    };
  });
}

const isOf = (way: Way, test: TestCase): boolean => JSON.stringify(test.meta().realAgent) === JSON.stringify(way);

const KILL_LOOP = "kill-loop.test.ts";

/** Each way of an agent has a file of its own, and the kill loop is one file for all. What other tests see of an agent is not all of it. */
function isOfASuite(test: TestCase, { moduleId }: TestModule): boolean {
  const { agent, transport } = test.meta().realAgent ?? {};
  return [KILL_LOOP, `${agent}.test.ts`, `${agent}-${transport}.test.ts`].includes(basename(moduleId));
}

const isApart = ({ module }: { module: TestModule }): boolean => basename(module.moduleId) === KILL_LOOP;

const hasPassed = (test: TestCase): boolean => test.result().state === "passed";

/** Every test of the file has run, and passed. */
const isWhole = (module: TestModule): boolean => [...module.children.allTests()].every(hasPassed);

/** Where everything must run, nobody may be missing. Whoever asked for some of the files, or some of the tests, has got that. */
function tooFew(reports: readonly Report[], modules: readonly TestModule[]): string[] {
  const ran = new Set(modules.map(({ moduleId }) => moduleId));
  const isEverything =
    globSync("test/real-agents/*.test.ts").every((file) => ran.has(resolve(file))) &&
    modules.every((module) => [...module.children.allTests("skipped")].length === 0);
  if (!process.env.CI || !isEverything) return [];
  const missing = agentNames.filter((agent) => !reports.some(({ way }) => way.agent === agent));
  return missing.map((agent) => `${agent}: no test has run it`);
}
