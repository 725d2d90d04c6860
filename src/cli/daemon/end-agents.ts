// Ends the agents that a dead daemon left. Only a daemon can do that so that the log says how: one is started for this alone, which
// begins nothing that waits and ends when they have.
import { setTimeout as sleep } from "node:timers/promises";
import type { Paths } from "../../home/index.ts";
import { Failure } from "../failure.ts";
import { counted } from "../render/counted.ts";
import { sizeOf } from "./daemon-log.ts";
import { type Home, lastError, spawnDaemon, unreachable } from "./ensure-daemon.ts";
import { isAlive } from "./is-alive.ts";
import { livingRuns } from "./living-runs.ts";
import { stopDaemon } from "./stop-daemon.ts";

const POLL_MS = 25;

/** Resolves to how many there were, when none is left. */
export async function endAgents({ io, paths }: Home): Promise<number> {
  const alive = livingRuns(paths).length;
  if (alive === 0) return 0;
  const logStart = sizeOf(paths.daemonLog);
  const pid = await spawnDaemon(io, paths, "--end-agents");
  while (isAlive(pid)) await sleep(POLL_MS);
  const error = lastError(paths, logStart);
  if (error !== null) throw unreachable(error, paths);
  // Another command may have started a daemon first: then it has them.
  await stopDaemon({ io, paths, agents: "stop" });
  requireNoneLeft(paths);
  return alive;
}

/** Before anybody is told that all agents have ended: a look at those that live now. */
export function requireNoneLeft(paths: Paths): void {
  const left = livingRuns(paths);
  if (left.length === 0) return;
  throw new Failure(`${counted(left.length, "agent")} ${left.length === 1 ? "lives" : "live"} on`, {
    ...{
      exit: "failed",
      code: "agents_left",
      why: `processes of ${left.length === 1 ? "its run" : "their runs"} are there: ${left.join(", ")}`,
    },
    fix: "try again: skein daemon stop --agents; or see what is wrong: skein doctor",
  });
}
