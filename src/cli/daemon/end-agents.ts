// Ends the agents that a dead daemon left. Only a daemon can do that so that the log says how: one is started for this alone, which
// begins nothing that waits and ends when they have.
import type { Paths } from "../../home/index.ts";
import { Failure } from "../failure.ts";
import { pluralize } from "../text/numbers.ts";
import { type Home, runEndingDaemon, unreachable } from "./ensure-daemon.ts";
import { livingRuns } from "./living-runs.ts";
import { stopDaemon } from "./stop-daemon.ts";

interface EndedAgents {
  readonly count: number;
  /** Why the log does not say so; the next daemon that can writes it down. */
  readonly unrecorded: string | null;
}

export const notRecorded = (why: EndedAgents["unrecorded"]): string =>
  why === null ? "" : `; this is not recorded yet: ${why}`;

/** Resolves when none is left. */
export async function endAgents({ io, paths }: Home): Promise<EndedAgents> {
  const count = livingRuns(paths).length;
  if (count === 0) return { count, unrecorded: null };
  const unrecorded = await runEndingDaemon({ io, paths });
  if (unrecorded !== null && livingRuns(paths).length > 0) throw unreachable(unrecorded, paths);
  // Another command may have started a daemon first: then it has them.
  await stopDaemon({ io, paths, agents: "stop" });
  requireNoneLeft(paths);
  return { count, unrecorded };
}

/** Before anybody is told that all agents have ended: a look at those that live now. */
export function requireNoneLeft(paths: Paths): void {
  const left = livingRuns(paths);
  if (left.length === 0) return;
  throw new Failure(`not every agent has ended: ${pluralize(left.length, "run")} left`, {
    exit: "failed",
    code: "agents_left",
    why: `processes with these markers still run: ${left.join(", ")}`,
    fix: "try again: skein daemon stop --agents; or check with: skein doctor",
  });
}
