// `npm run torture`: harm of every kind, and one oracle that says whether anything was lost, doubled or left behind.
//   npm run torture -- --long                     sizes for a night instead of two minutes
//   npm run torture -- --only random-kills        one scenario (or several)
//   npm run torture -- --seed 4711                the choices of that seed; `random` for a new one, as --long takes by itself
import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    long: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    seed: { type: "string" },
  },
});

const known = globSync("test/torture/*.test.ts").map((file) => basename(file, ".test.ts"));
const unknown = values.only.filter((name) => !known.includes(name));
const seed = values.seed ?? (values.long ? "random" : undefined);
if (unknown.length > 0 || !isSeed(seed)) {
  const problem =
    unknown.length > 0 ? `There is no scenario ${unknown.join(", ")}.` : "--seed must be a number or random.";
  console.error(`${problem} Scenarios: ${known.join(", ")}`);
  process.exit(2);
}

const files = values.only.map((name) => `test/torture/${name}.test.ts`);
const child = spawn(
  process.execPath,
  [resolve("node_modules/vitest/vitest.mjs"), "run", "--project", "torture", ...files],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      ...(values.long ? { SKEIN_TORTURE: "long" } : {}),
      ...(seed === undefined ? {} : { SKEIN_SEED: seed }),
    },
  },
);
child.once("exit", (code) => {
  process.exitCode = code ?? 1;
});

function isSeed(given: string | undefined): boolean {
  return given === undefined || given === "random" || Number.isInteger(Number(given));
}
