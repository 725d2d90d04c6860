// Inside an agent the home that runs it is meant. Where its name got lost on the way (`env -i`, `sudo`, a sandbox with another HOME), what is
// left would name another home: no daemon is started there that nobody asked for, and none that runs there is taken for the agent's own.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../failure.ts";
import { safeLine } from "../text/safe-text.ts";
import { shellWord } from "../text/shell-word.ts";
import { enclosingRuns } from "./enclosing-runs.ts";
import type { Home } from "./ensure-daemon.ts";

/** Throws unless this home may be used here. One that is named by SKEIN_HOME is meant. */
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
