// Refuses a home that another user could have changed.
import { distrustHome, type Paths } from "../home/index.ts";
import { Failure } from "./failure.ts";
import { safeLine } from "./text/safe-text.ts";

/** Throws a Failure unless the home is trusted or does not exist yet. Must be called before anything in it is opened or created. */
export function requireTrustedHome(paths: Paths): void {
  const distrust = distrustHome(paths);
  if (!distrust) return;
  throw new Failure("Skein's home can't be used", {
    exit: "unreachable",
    code: "home_untrusted",
    why: safeLine(distrust.problem),
    fix: safeLine(distrust.fix),
  });
}
