// What a directory brings for OpenCode: plugins, tools and MCP servers, which the program starts without a question and without a record of
// whom a person trusts (1.18.33). A variable makes it leave out a project's settings, but its newer loader imports plugins all the same.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readRegularFile } from "../../home/index.ts";
import type { Launch, LaunchContext } from "../driver.ts";
import { upwardsFrom } from "../kit/upwards-from.ts";

type Launching = Pick<LaunchContext, "cwd" | "env" | "isTrusted">;

const settings = ["opencode.json", "opencode.jsonc"];

/** Where it looks, also above; the home's own are the person's. */
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

/** A key may be written with escapes. What can't be read may name some. */
function mayNamePlugins(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    return /plugin|\\u/i.test(readRegularFile(path, { maxBytes: MAX_BYTES }).toString("utf8"));
  } catch {
    return true;
  }
}

/** What is different in a directory that nobody trusts. */
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
