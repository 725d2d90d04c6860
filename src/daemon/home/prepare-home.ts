// The home as the daemon finds it: made for its owner alone, and refused where another user could have a hand in it.
import { realpathSync } from "node:fs";
import { SkeinError } from "../../core/index.ts";
import { type Distrust, distrustHome, homeRisk, makeDirectory, type Paths, pathsOf } from "../../home/index.ts";
import type { Journal } from "../journal.ts";

/**
 * Looked at before and after it is made: nothing is made through somebody's link, and nothing that came meanwhile is used. Returns the paths of the directory
 * itself: a link of the user's own may be pointed elsewhere, and whoever works in the home stays in this one.
 */
export function makeOwnHome(paths: Paths): Paths {
  refuse(distrustHome(paths));
  makeDirectory(paths.home);
  const own = pathsOf({ SKEIN_HOME: realpathSync(paths.home) });
  refuse(distrustHome(paths));
  refuse(distrustHome(own));
  return own;
}

/** Says where a home lies that can't be relied on; it is used nevertheless. */
export function warnOfHome({ home }: Paths, journal: Pick<Journal, "info">, mounts?: string | null): void {
  const risk = homeRisk(home, mounts);
  if (risk !== null) journal.info(risk);
}

function refuse(distrust: Distrust | null): void {
  if (distrust)
    throw new SkeinError("home_untrusted", `Skein's home can't be used: ${distrust.problem}; ${distrust.fix}.`);
}
