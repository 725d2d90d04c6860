// Which agents of this home live, told without a daemon: by what the system knows of its processes, and by the run's own directory.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Paths, readRegularFile } from "../../home/index.ts";
import { isAlive } from "./is-alive.ts";

/** The runs of which at least one process is there: the keeper, the agent, or something that it has started. */
export function livingRuns({ runs }: Pick<Paths, "runs">, platform: NodeJS.Platform = process.platform): string[] {
  const known = namesIn(runs);
  if (known.length === 0) return [];
  if (platform !== "linux") return known.filter((run) => hasKeeper(join(runs, run)));
  const marked = markedRuns();
  return known.filter((run) => marked.has(run));
}

/** Every process of a run names it in its environment. Whoever asks from inside an agent is not meant. */
function markedRuns(): Set<string> {
  const pids = namesIn("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return new Set(
    pids.flatMap((pid) => /(?:^|\0)SKEIN_RUN=([^\0]*)/.exec(readOrEmpty(`/proc/${pid}/environ`))?.[1] ?? []),
  );
}

/** Its pid may be another process's by now: that costs the start of a daemon, which knows better. */
function hasKeeper(dir: string): boolean {
  const pid = Number(/^(\d+)\n/.exec(readOrEmpty(join(dir, "keeper")))?.[1] ?? 0);
  return pid > 0 && readOrEmpty(join(dir, "exit")) === "" && isAlive(pid);
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

const MAX_BYTES = 16 * 1024 * 1024;

/** Processes end while they are looked at, and those of other users are closed to us. */
function readOrEmpty(path: string): string {
  try {
    return readRegularFile(path, { maxBytes: MAX_BYTES }).toString("latin1");
  } catch {
    return "";
  }
}
