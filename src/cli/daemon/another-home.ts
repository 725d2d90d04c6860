// Inside an agent, commands mean the home that runs it. If its variable was lost (`env -i`, `sudo`, a sandbox with another HOME), the default would
// be another home: no daemon is started there, and one that runs there is not used.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../failure.ts";
import { safeLine } from "../text/safe-text.ts";
import { shellWord } from "../text/shell-word.ts";
import { enclosingRuns } from "./enclosing-runs.ts";
import type { Home } from "./ensure-daemon.ts";

/** Throws unless this home may be used here. A home named by SKEIN_HOME may. */
export function refuseAnotherHome({ io, paths }: Pick<Home, "io" | "paths">): void {
  if (io.env.SKEIN_HOME) return;
  const runs = enclosingRuns(io);
  const isHere = runs.some(({ run, home }) => home === paths.home || existsSync(join(paths.runs, run)));
  if (runs.length === 0 || isHere) return;
  const own = runs.find(({ home }) => home !== null)?.home ?? null;
  const named = (home: string): string => safeLine(`SKEIN_HOME=${shellWord(home)} skein …`);
  throw new Failure("inside an agent, name the home", {
    exit: "unreachable",
    code: "another_home",
    why: safeLine(
      `this was started by an agent ${own === null ? "of another home" : `of ${own}`}, and without SKEIN_HOME it would use ${paths.home}`,
    ),
    fix:
      own === null
        ? `set the home: ${named(paths.home)}`
        : `for the agent's own home: ${named(own)}; for this one: ${named(paths.home)}`,
    facts: { home: paths.home, agentHome: own },
  });
}
