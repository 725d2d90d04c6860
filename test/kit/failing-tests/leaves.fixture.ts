// Passes, and leaves a process that holds the output of its worker open.
import { spawn } from "node:child_process";
import { test } from "vitest";
import { tempDir } from "../temp-dir.ts";

test("leaves a process", () => {
  const program = 'setInterval(() => {}, 1000); "a process that was left"';
  spawn(process.execPath, ["-e", program, tempDir()], {
    detached: true,
    stdio: ["ignore", "ignore", "inherit"],
  }).unref();
});
