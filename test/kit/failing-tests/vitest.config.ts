// For tests that fail on purpose: how a run ends in which something goes wrong (test/process/failed-run.test.ts).
import { defineConfig } from "vitest/config";
import { attemptsInCI, secondAttempts } from "../second-attempts.ts";

export default defineConfig({
  test: {
    include: ["test/kit/failing-tests/*.fixture.ts"],
    globalSetup: ["test/kit/run-directory.ts"],
    reporters: ["default", secondAttempts],
    hookTimeout: 60_000,
    maxWorkers: 1,
    ...attemptsInCI,
  },
});
