// Ends a run and everything that it has started.
import { setTimeout as delay } from "node:timers/promises";
import { isOwnProcess, killTree, processesOf, signalIfThere } from "../../system/processes.ts";
import { agentReady } from "./agent-ready.ts";
import { forbidStart, type RunFiles, readNumber } from "./run-files.ts";

/** For a run that has just been started. */
const READY_MS = 5_000;
/** For the keeper to record how the agent ended. */
const KEEPER_GRACE_MS = 1_000;

interface StopRun {
  run: string;
  home: string | null;
  files: RunFiles;
  exited: Promise<unknown>;
  graceMs: number;
}

/** SIGTERM, a grace period, then the tree. Resolves with the pids of processes that survive. */
export async function stopRun({ run, home, files, exited, graceMs }: StopRun): Promise<readonly number[]> {
  // A directory that is gone or replaced, or a full disk, must not prevent stopping a run.
  const isForbidden = await forbidStart(files).catch(() => null);
  if (isForbidden === false) await agentReady({ files, exited, withinMs: READY_MS });
  // Read before anything ends: a process with an emptied environment is known by its parent, which may be the first to go.
  const known = await processesOf(run, home);
  const keeper = await readNumber(files.keeper).catch(() => null);
  if (keeper !== null && (await isOwnProcess({ pid: keeper, run, home }))) {
    signalIfThere(-keeper, "SIGTERM");
    // A stopped process handles the signal only after it is continued.
    signalIfThere(-keeper, "SIGCONT");
    await within(exited, graceMs);
    await killTree({ marker: run, home, known, spare: keeper });
    await within(exited, KEEPER_GRACE_MS);
  }
  return (await killTree({ marker: run, home, known })).left;
}

async function within(event: Promise<unknown>, timeMs: number): Promise<void> {
  const timer = new AbortController();
  const timeout = delay(timeMs, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([event, timeout]);
  timer.abort();
}
