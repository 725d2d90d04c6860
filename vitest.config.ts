// Test tiers. Every test/**/*.test.ts belongs to exactly one: `fast`, unless its folder is listed under `slower`, or it needs a worker of its own.
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/kit/longest-first.ts";
import { attemptsInCI, secondAttempts } from "./test/kit/second-attempts.ts";
import { seedFrom } from "./test/kit/seed.ts";
import { agentMatrix } from "./test/real-agents/matrix/reporter.ts";
import { tortureTable } from "./test/torture/table.ts";

const all = "test/**/*.test.ts";

// Tests write configs as people do; with a looser mask Skein would rightly refuse them.
process.umask(0o022);

// Once for all workers.
const isExploring = process.env.SKEIN_SEED === "random";
process.env.SKEIN_SEED = String(seedFrom(process.env.SKEIN_SEED));
if (isExploring) console.info(`SKEIN_SEED=${process.env.SKEIN_SEED} draws the same again`);

/** For what hangs. On a busy machine a test of ten seconds takes two minutes. */
const HANGS_MS = 300_000;

/** They replace a module or a global, or measure their process's memory, which only a worker of their own can do. */
const alone = globSync(all).filter((path) =>
  /vi\.mock\(|globalThis\.\w+ = |collectGarbage\(|memoryUsage\(/.test(readFileSync(path, "utf8")),
);

// What every tier begins and ends with.
const runDirectory = "test/kit/run-directory.ts";
const withBuild = [runDirectory, "scripts/build-once.mjs"];

/** As in the fast tier: a file costs half a second less, and files of the browser tier share a browser. What these tests look at are other processes. */
const sharesWorkers = { isolate: false };

const slower = {
  process: {
    ...sharesWorkers,
    include: ["test/process/**/*.test.ts"],
    globalSetup: withBuild,
    testTimeout: HANGS_MS,
  },
  browser: {
    ...sharesWorkers,
    include: ["test/browser/**/*.test.ts"],
    globalSetup: [...withBuild, "test/kit/chromium.ts"],
    testTimeout: HANGS_MS,
  },
  agents: {
    ...sharesWorkers,
    include: ["test/real-agents/**/*.test.ts"],
    // The whole of the other ways takes a quarter of an hour more: it is for those who ask for it.
    exclude: process.env.SKEIN_AGENTS === "all" ? [] : ["test/real-agents/all/**"],
    globalSetup: [...withBuild, "test/kit/agents/installed.ts"],
    testTimeout: HANGS_MS,
  },
  torture: {
    include: ["test/torture/**/*.test.ts"],
    globalSetup: withBuild,
    // The long form takes its time; every wait inside has a limit of its own.
    testTimeout: 7_200_000,
    // What it finds is never put down to chance.
    retry: 0,
  },
};

// Half of their time they wait: for programs to start, for connections to come back, for limits to pass. All at once, behind the fast tiers.
const together = { hookTimeout: HANGS_MS, maxWorkers: availableParallelism() + 2, sequence: { groupOrder: 1 } };

const inOneProcess = {
  globalSetup: [runDirectory],
  setupFiles: ["test/kit/seeded-properties.ts"],
  testTimeout: HANGS_MS,
  hookTimeout: HANGS_MS,
};

const slowerFiles = Object.values(slower).flatMap((tier) => tier.include);

export default defineConfig({
  test: {
    reporters: ["default", tortureTable, agentMatrix, secondAttempts],
    sequence: { sequencer: LongestFirst },
    // By itself vitest leaves one core free: of two, half.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "fast",
          include: [all],
          exclude: [...slowerFiles, ...alone],
          ...inOneProcess,
          // A worker loads each module once, not once for each file: that was half of the time.
          isolate: false,
          // What a test stubs must not reach the next file.
          unstubEnvs: true,
          unstubGlobals: true,
          restoreMocks: true,
        },
      },
      {
        test: {
          name: "fast-isolated",
          include: alone,
          exclude: slowerFiles,
          ...inOneProcess,
        },
      },
      ...Object.entries(slower).map(([name, tier]) => ({ test: { name, ...attemptsInCI, ...together, ...tier } })),
    ],
  },
});
