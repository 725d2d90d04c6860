// Ends a run and everything it has started.
import { setTimeout as delay } from "node:timers/promises";
import { isOwnProcess, killTree, processesOf, signalIfThere } from "../../system/processes.ts";
import { agentReady } from "./agent-ready.ts";
import { forbidStart, type RunFiles, readNumber } from "./run-files.ts";

/** For a run that has just been started. */
const READY_MS = 5_000;
/** For the keeper to write down how the agent ended. */
const KEEPER_GRACE_MS = 1_000;

interface StopRun {
  run: string;
  home: string | null;
  files: RunFiles;
  exited: Promise<unknown>;
  graceMs: number;
}

/** A request to end, time to do so, then the tree. Resolves with the pids of those that live on all the same. */
export async function stopRun({ run, home, files, exited, graceMs }: StopRun): Promise<readonly number[]> {
  // Not even a directory that is gone or something else now, or a full disk, keeps a run from being stopped.
  const isForbidden = await forbidStart(files).catch(() => null);
  if (isForbidden === false) await agentReady({ files, exited, withinMs: READY_MS });
  // Seen before anything ends: a process with an emptied environment is known by its parent, who may be the first to go.
  const known = await processesOf(run, home);
  const keeper = await readNumber(files.keeper).catch(() => null);
  if (keeper !== null && (await isOwnProcess({ pid: keeper, run, home }))) {
    signalIfThere(-keeper, "SIGTERM");
    // A stopped process gets the request only when it goes on.
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
