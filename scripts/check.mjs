// `npm run check`: everything that can be said about the code without running the product, side by side. `--before-tests`: without what the
// fast tier checks again.
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

const checks = {
  types: "tsc --noEmit",
  "types of the page": "tsc --noEmit -p src/web",
  "lint and format": "biome ci --error-on-warnings --diagnostic-level=warn --colors=off",
  "dead code": "knip --no-progress",
  ...(process.argv.includes("--before-tests")
    ? {}
    : { architecture: "vitest run --project fast test/architecture.test.ts" }),
};

const results = await Promise.all(
  Object.entries(checks).map(async ([name, command]) => {
    const start = performance.now();
    const child = spawn(command, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
    const exit = new Promise((resolve) => child.once("close", resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${code === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)`);
    return { command, code, output: `${out}${err}`.trim() };
  }),
);

for (const { command, code, output } of results) {
  if (code !== 0) console.log(`\n$ ${command}\n${output}`);
}
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1;
