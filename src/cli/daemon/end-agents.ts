// Ends the agents that a dead daemon left. Only a daemon can do so and record it: one is started for this alone, starts nothing that waits, and
// exits afterwards.
import type { Paths } from "../../home/index.ts";
import { Failure } from "../failure.ts";
import { pluralize } from "../text/numbers.ts";
import { type Home, runEndingDaemon, unreachable } from "./ensure-daemon.ts";
import { livingRuns } from "./living-runs.ts";
import { stopDaemon } from "./stop-daemon.ts";

interface EndedAgents {
  readonly count: number;
  /** Why the log does not have it yet; the next daemon that can write records it. */
  readonly unrecorded: string | null;
}

export const notRecorded = (why: EndedAgents["unrecorded"]): string =>
  why === null ? "" : `; this is not recorded yet: ${why}`;

/** Resolves when no agent is left. */
export async function endAgents({ io, paths }: Home): Promise<EndedAgents> {
  const count = livingRuns(paths).length;
  if (count === 0) return { count, unrecorded: null };
  const unrecorded = await runEndingDaemon({ io, paths });
  if (unrecorded !== null && livingRuns(paths).length > 0) throw unreachable(unrecorded, paths);
  // Another command may have started a daemon first; that one has the agents.
  await stopDaemon({ io, paths, agents: "stop" });
  requireNoneLeft(paths);
  return { count, unrecorded };
}

/** Checks the living processes before reporting that all agents have ended. */
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
