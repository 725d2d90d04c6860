// The directories that a person has trusted in config.toml: what they contain for agents may run. For agents without such a record of their
// own.
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, relative } from "node:path";
import type { Config } from "../../home/index.ts";

/** Trusting a directory includes those below it. A config that can't be read trusts nothing. */
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

/** Sessions store the real paths of directories. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
