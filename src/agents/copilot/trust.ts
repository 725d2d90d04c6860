// What a directory contains for Copilot CLI: hooks in .github/hooks, which it runs over ACP without asking, and which no option disables
// (1.0.102). It ignores the directory's MCP servers and extensions by itself.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Launch, LaunchContext } from "../driver.ts";
import { upwardsFrom } from "../kit/upwards-from.ts";

type Launching = Pick<LaunchContext, "cwd" | "env" | "isTrusted">;

/** Those in the user's home are the user's own. */
function bringsHooks({ cwd, env }: Launching): boolean {
  const home = env.HOME ? resolve(env.HOME) : null;
  return upwardsFrom(cwd).some((place) => place !== home && existsSync(join(place, ".github", "hooks")));
}

/** Why it is not started in an untrusted directory. */
export function trustIn(launching: Launching): Pick<Launch, "refused"> {
  if (launching.isTrusted || !bringsHooks(launching)) return {};
  const message =
    "Copilot CLI was not started: this directory brings hooks for it (.github/hooks), which it would run, and you have not trusted the directory.";
  const hint = `if you trust it, add ${JSON.stringify(launching.cwd)} to trusted_directories (skein config edit); to work without its hooks: skein config set agents.copilot.transport oneshot`;
  return { refused: { message, hint } };
}
