import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { livingRuns } from "../../src/cli/daemon/living-runs.ts";
import { tempDir } from "../kit/temp-dir.ts";

/** Above every system's highest pid. */
const NOBODY = 2147483646;

function runWith(runs: string, name: string, files: Record<string, string>): void {
  mkdirSync(join(runs, name), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(runs, name, file), text);
}

test("a home that no daemon was ever in has no agents", () => {
  expect(livingRuns({ home: join(tempDir(), "none"), runs: join(tempDir(), "runs") })).toEqual([]);
});

test("where processes don't show their environment, a run lives as long as its keeper does", () => {
  const runs = tempDir();
  runWith(runs, "lives", { keeper: `${process.pid}\n` });
  runWith(runs, "ended", { keeper: `${process.pid}\n`, exit: "0\n" });
  runWith(runs, "killed", { keeper: `${NOBODY}\n` });
  runWith(runs, "never-started", { keeper: "nobody\n" });
  runWith(runs, "prepared", {});
  expect(livingRuns({ home: runs, runs }, "darwin")).toEqual(["lives"]);
});

test.runIf(process.platform === "linux")("a pid that is another process's by now does not count", () => {
  const runs = tempDir();
  runWith(runs, "of-another-life", { keeper: `${process.pid}\n` });
  expect(livingRuns({ home: runs, runs })).toEqual([]);
});
