// Skein's files on this machine besides the program, for a person who wants to remove it.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type { Paths } from "../../home/index.ts";
import { demoDirectories } from "../demo/demo-directory.ts";
import type { Io } from "../io.ts";

export interface Left {
  readonly path: string;
  readonly what: string;
}

export function whatIsLeft(paths: Paths, env: Io["env"]): Left[] {
  const caches = env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME) ? env.XDG_CACHE_HOME : undefined;
  const cache = join(caches ?? join(env.HOME || homedir(), ".cache"), "skein");
  const places: Left[] = [
    { path: paths.home, what: "every session, settings, rules, and the environment of each session (keys, too)" },
    { path: cache, what: "the compiled program" },
    // The socket of a home with a long path is elsewhere.
    ...(dirname(paths.socket) === paths.home ? [] : [{ path: dirname(paths.socket), what: "the daemon's socket" }]),
    ...demoDirectories(paths).map((path) => ({ path, what: "the directory of a demo" })),
  ];
  return places.filter(({ path }) => existsSync(path));
}
