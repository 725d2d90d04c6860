// A run of tests in which something fails ends, says what, and leaves no process behind.
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { processesIn } from "../kit/processes-in.ts";
import { tempDir } from "../kit/temp-dir.ts";

/** For a run that would never end. */
const PATIENCE_MS = 240_000;

function run(fixture: string, directory: string, variables: { CI?: string } = {}): SpawnSyncReturns<string> {
  const vitest = resolve("node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--config", "test/kit/failing-tests/vitest.config.ts", fixture];
  const env = { PATH: process.env.PATH, HOME: directory, TMPDIR: directory, ...variables };
  // Not by SIGTERM: a run that waits for a worker does not hear it.
  return spawnSync(process.execPath, args, {
    env,
    encoding: "utf8",
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
    maxBuffer: 10_000_000,
  });
}

test("tests that fail or time out in the middle end the processes that they started", {
  timeout: PATIENCE_MS + 60_000,
}, () => {
  const directory = tempDir();
  const { status, signal, stdout, stderr } = run("fails", directory);
  expect({ status, signal }, stdout + stderr).toEqual({ status: 1, signal: null });
  expect(stdout).toContain("2 failed");
  expect(stderr).toContain("on purpose");
  expect(stderr).toContain("Test timed out in 5000ms");
  expect(stderr).not.toContain("left processes behind");
  expect(processesIn(directory)).toEqual([]);
});

test("a process that a test leaves behind is ended and told, and the run has failed", {
  timeout: PATIENCE_MS + 60_000,
}, () => {
  const directory = tempDir();
  const { status, signal, stdout, stderr } = run("leaves", directory);
  expect({ status, signal }, stdout + stderr).toEqual({ status: 1, signal: null });
  expect(stdout).toContain("1 passed");
  expect(stderr).toMatch(/FAILED: tests left processes behind.*\n {2}\d+ .*"a process that was left"/);
  expect(processesIn(directory)).toEqual([]);
});

test("in CI a test is tried twice: one that passes only then is told with its first error, and nothing is left of that attempt", {
  timeout: PATIENCE_MS + 60_000,
}, () => {
  const directory = tempDir();
  const { status, signal, stdout, stderr } = run("second", directory, { CI: "true" });
  expect({ status, signal }, stdout + stderr).toEqual({ status: 0, signal: null });
  expect(stdout).toContain("2 passed");
  expect(stderr).toContain("!!! PASSED ONLY AT THE SECOND ATTEMPT: 1");
  const [told] = stderr.match(/^!!! test.*$/gm) ?? [];
  expect(told).toMatch(
    /^!!! test\/kit\/failing-tests\/second\.fixture\.ts > passes when it is tried again: what went wrong/,
  );
  expect(stderr).not.toContain("left processes behind");
  expect(processesIn(directory)).toEqual([]);
});

test("without CI a test has one attempt", { timeout: PATIENCE_MS + 60_000 }, () => {
  const directory = tempDir();
  const { status, stdout, stderr } = run("second", directory);
  expect({ status }, stdout + stderr).toEqual({ status: 1 });
  expect(stderr).not.toContain("SECOND ATTEMPT");
  expect(processesIn(directory)).toEqual([]);
});

test("what tests share is another after one that failed, and is ended in any case", {
  timeout: PATIENCE_MS + 60_000,
}, () => {
  const directory = tempDir();
  const { status, stdout, stderr } = run("shares", directory, { CI: "true" });
  expect({ status }, stdout + stderr).toEqual({ status: 0 });
  expect(stdout).toContain("5 passed");
  expect(stderr).toContain("!!! PASSED ONLY AT THE SECOND ATTEMPT: 1");
});
