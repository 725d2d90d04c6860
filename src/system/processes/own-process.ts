// Signals by number are sent only to a process that was seen, just before, to carry the run's marker: numbers are used
// again, after a reboot or after many processes, and the file that names one may be old.
import { setTimeout as delay } from "node:timers/promises";
import { isOfHome } from "./process.ts";
import { processTable } from "./process-table.ts";

const LOOKS = 5;
const PAUSE_MS = 2;

interface Asked {
  pid: number;
  run: string;
  /** The home that asks; null = any. */
  home?: string | null;
}

export async function isOwnProcess({ pid, run, home = null }: Asked): Promise<boolean> {
  // A process that is just turning into another program shows no environment for a moment.
  for (let look = 0; look < LOOKS; look++) {
    if (look > 0) await delay(PAUSE_MS);
    const found = await processTable.readProcess(pid);
    if (found === null) return false;
    if (found.run !== null) return found.run === run && isOfHome(found, home);
  }
  return false;
}

/** `pid` below zero means a process group, as for kill(2). */
export function signalIfThere(pid: number, signal: "SIGTERM" | "SIGCONT"): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone meanwhile: what the signal was for has happened.
  }
}
