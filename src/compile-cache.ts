// Where Node keeps the compiled program for a faster start. What lies there is run, so it must be ours alone.
import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { currentUser, distrustDirectory, distrustsMode } from "./home/trusted-path.ts";

/** Null when there is no directory that could be used: starting takes a moment longer then. */
export function compileCacheIn(env: NodeJS.ProcessEnv): string | null {
  // A relative path would lead into whatever directory a command is called in.
  const caches = env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : join(homedir(), ".cache");
  const own = join(caches, "skein");
  const code = join(own, "code");
  try {
    // First: nothing is made where others decide what it leads to.
    if (distrustDirectory(own) && !isTightened(own)) return null;
    mkdirSync(code, { recursive: true, mode: 0o700 });
    return distrustDirectory(own) || distrustDirectory(code) ? null : code;
  } catch {
    return null;
  }
}

/** Older versions made it as the umask said; what others may have put there is not used, as `code` must be ours, too. */
function isTightened(own: string): boolean {
  const stat = lstatSync(own);
  if (!stat.isDirectory() || stat.uid !== currentUser() || !distrustsMode(stat)) return false;
  chmodSync(own, 0o700);
  return distrustDirectory(own) === null;
}
