// Test tiers. Every test/**/*.test.ts belongs to exactly one: `fast`, unless its folder is listed under `slower`.
import { defineConfig } from "vitest/config";

const all = "test/**/*.test.ts";

const slower = {
  process: {
    include: ["test/process/**/*.test.ts"],
    globalSetup: ["scripts/build-once.mjs"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
  agents: {
    include: ["test/real-agents/**/*.test.ts"],
    globalSetup: ["scripts/build-once.mjs", "test/kit/agents/installed.ts"],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Each file keeps an agent and all that it starts busy.
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
  },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "fast",
          include: [all],
          exclude: Object.values(slower).flatMap((tier) => tier.include),
          testTimeout: 10_000,
        },
      },
      ...Object.entries(slower).map(([name, tier]) => ({ test: { name, ...tier } })),
    ],
  },
});
