// Directories of which a person has said in config.toml that what they bring for agents may run. Only for agents that keep no such record themselves.
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, relative } from "node:path";
import type { Config } from "../../home/index.ts";

/** A config that can't be read trusts nothing. Whoever trusts a directory trusts those below it. */
export function isTrusted(directory: string, config: () => Pick<Config, "trustedDirectories">): boolean {
  try {
    return config().trustedDirectories.some((one) => isBelow(directory, realPath(expandHome(one))));
  } catch {
    return false;
  }
}

function isBelow(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return !isAbsolute(way) && way.split("/")[0] !== "..";
}

const expandHome = (path: string): string => (/^~(?:\/|$)/.test(path) ? join(homedir(), path.slice(1)) : path);

/** Sessions know directories by their real paths. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
