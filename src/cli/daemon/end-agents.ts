// Ends the agents that a dead daemon left. Only a daemon can do that so that the log says how: one is started for this alone, which
// begins nothing that waits and ends when they have.
import { once } from "node:events";
import { sizeOf } from "./daemon-log.ts";
import { type Home, lastWords, spawnDaemon, unreachable } from "./ensure-daemon.ts";
import { livingRuns } from "./living-runs.ts";
import { stopDaemon } from "./stop-daemon.ts";

/** Resolves to how many there were, when none is left. */
export async function endAgents({ io, paths }: Home): Promise<number> {
  const alive = livingRuns(paths).length;
  if (alive === 0) return 0;
  const logStart = sizeOf(paths.daemonLog);
  const daemon = spawnDaemon(io, paths, "--end-agents");
  // Unlike any other one it is waited for.
  daemon.ref();
  const [code] = await once(daemon, "exit");
  if (code !== 0) throw unreachable(lastWords(paths, logStart), paths);
  // Another command may have started a daemon first: then it has them.
  await stopDaemon({ io, paths, agents: "stop" });
  return alive;
}
