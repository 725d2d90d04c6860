// A process is signalled by pid only if it was just seen to carry the run's marker: pids are reused, and the file that contains one may be
// old.
import { setTimeout as delay } from "node:timers/promises";
import { isOfHome } from "./process.ts";
import { processTable } from "./process-table.ts";

const LOOKS = 5;
const PAUSE_MS = 2;

interface Asked {
  pid: number;
  run: string;
  /** The caller's home; null = any. */
  home?: string | null;
}

export async function isOwnProcess({ pid, run, home = null }: Asked): Promise<boolean> {
  // During exec a process shows no environment for a moment.
  for (let look = 0; look < LOOKS; look++) {
    if (look > 0) await delay(PAUSE_MS);
    const found = await processTable.readProcess(pid);
    if (found === null) return false;
    if (found.run !== null) return found.run === run && isOfHome(found, home);
  }
  return false;
}

/** A negative `pid` means a process group, as for kill(2). */
export function signalIfThere(pid: number, signal: "SIGTERM" | "SIGCONT"): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
