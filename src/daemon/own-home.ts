// The home as the daemon finds it: made for its owner alone, and refused where another user could have a hand in it.
import { SkeinError } from "../core/index.ts";
import { type Distrust, distrustHome, makeDirectory, type Paths } from "../home/index.ts";

/** Looked at before and after it is made: nothing is made through somebody's link, and nothing that came meanwhile is used. */
export function makeOwnHome(paths: Paths): void {
  refuse(distrustHome(paths));
  makeDirectory(paths.home);
  refuse(distrustHome(paths));
}

function refuse(distrust: Distrust | null): void {
  if (distrust)
    throw new SkeinError("home_untrusted", `Skein's home can't be used: ${distrust.problem}; ${distrust.fix}.`);
}
