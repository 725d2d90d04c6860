// What a test needs from the machine. Where it is missing, people are told in a line what was not run; with CI set that is a failure on Linux, which
// can have everything.
import { spawnSync } from "node:child_process";

/** For `test.skipIf` and `describe.skipIf`: whether this has to be left out. */
export function without(need: string, { isThere, what }: { isThere: boolean; what: string }): boolean {
  if (isThere) return false;
  const line = `not run, it needs ${need}: ${what}`;
  if (process.env.CI && process.platform === "linux") throw new Error(line);
  console.warn(line);
  return true;
}

/** As `without`, for a program that has to be on the PATH. */
export function withoutProgram(program: string, what: string): boolean {
  const isThere = spawnSync("sh", ["-c", `command -v "$1"`, "sh", program]).status === 0;
  return without(`${program} (.ci/run installs it)`, { isThere, what });
}
