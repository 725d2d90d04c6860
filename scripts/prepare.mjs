// npm's `prepare`: builds. `npm install -g .` runs it in a checkout whose own dependencies nobody has installed yet;
// then it installs them first, which builds as well.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

if (existsSync(`${root}node_modules/esbuild`)) {
  await import("./build.mjs");
} else {
  const outer = /^npm_config_(global|location|prefix|local_prefix|global_prefix)$/i;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name)));
  const { status } = spawnSync("npm", ["install"], { cwd: root, env, stdio: "inherit" });
  process.exitCode = status ?? 1;
}
