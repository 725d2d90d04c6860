// What a directory contains for OpenCode: plugins, tools and MCP servers, which the program starts without asking and without a record of
// trusted directories (1.18.33). A variable makes it ignore a project's settings, but its newer loader still imports plugins.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readRegularFile } from "../../home/index.ts";
import type { Launch, LaunchContext } from "../driver.ts";
import { upwardsFrom } from "../kit/upwards-from.ts";

type Launching = Pick<LaunchContext, "cwd" | "env" | "isTrusted">;

const settings = ["opencode.json", "opencode.jsonc"];

/** Where it searches, also in parent directories; those in the user's home are the user's own. */
function placesIn({ cwd, env }: Launching): string[] {
  const home = env.HOME ? resolve(env.HOME) : null;
  return upwardsFrom(cwd).filter((directory) => directory !== home);
}

const bringsSettings = (launching: Launching): boolean =>
  placesIn(launching).some((place) => [".opencode", ...settings].some((one) => existsSync(join(place, one))));

const bringsPlugins = (launching: Launching): boolean =>
  placesIn(launching).some((place) => {
    const own = join(place, ".opencode");
    return (
      ["plugin", "plugins"].some((one) => existsSync(join(own, one))) ||
      [place, own].some((directory) => settings.some((one) => mayNamePlugins(join(directory, one))))
    );
  });

const MAX_BYTES = 1024 * 1024;

/** A key may be written with escapes. An unreadable file may contain one. */
function mayNamePlugins(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    return /plugin|\\u/i.test(readRegularFile(path, { maxBytes: MAX_BYTES }).toString("utf8"));
  } catch {
    return true;
  }
}

/** The changes for an untrusted directory. */
export function trustIn(launching: Launching): Pick<Launch, "withheld" | "refused"> & { env: Record<string, string> } {
  if (launching.isTrusted || !bringsSettings(launching)) return { env: {} };
  const remedy = `add ${JSON.stringify(launching.cwd)} to trusted_directories (skein config edit)`;
  const env = { OPENCODE_DISABLE_PROJECT_CONFIG: "1" };
  if (bringsPlugins(launching))
    return { env, refused: { message: cannotLeaveOut, hint: `if you trust it, ${remedy}` } };
  const withheld = `OpenCode ignores .opencode, opencode.json and AGENTS.md of this directory, because you have not trusted the directory: ${remedy}, then: skein restart <session>`;
  return { env, withheld };
}

const cannotLeaveOut =
  "OpenCode was not started: this directory brings plugins for it, which OpenCode would run, and you have not trusted the directory.";
