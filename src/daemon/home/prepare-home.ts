// Prepares the home: creates it for its owner alone, and refuses it if another user could interfere.
import { realpathSync } from "node:fs";
import { SkeinError } from "../../core/index.ts";
import { type Distrust, distrustHome, homeRisk, makeDirectory, type Paths, pathsOf } from "../../home/index.ts";
import type { Journal } from "../journal.ts";

/**
 * Checks the home before and after creating it: nothing is created through someone else's link, and nothing that appeared meanwhile is used.
 * Returns the real paths, so that the daemon stays in this directory even if the user points a link elsewhere.
 */
export function makeOwnHome(paths: Paths): Paths {
  refuse(distrustHome(paths));
  makeDirectory(paths.home);
  const own = pathsOf({ SKEIN_HOME: realpathSync(paths.home) });
  refuse(distrustHome(paths));
  refuse(distrustHome(own));
  return own;
}

/** Warns about a home on an unreliable file system; it is used nevertheless. */
export function warnOfHome({ home }: Paths, journal: Pick<Journal, "info">, mounts?: string | null): void {
  const risk = homeRisk(home, mounts);
  if (risk !== null) journal.info(risk);
}

function refuse(distrust: Distrust | null): void {
  if (distrust)
    throw new SkeinError("home_untrusted", `Skein's home can't be used: ${distrust.problem}; ${distrust.fix}.`);
}
