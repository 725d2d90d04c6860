// A person's kill that the log can't take: an agent that fills the disk must not live on because the disk is full. A note beside the run outlives this
// daemon, so that what waits in the queue is held by whoever takes the run up.
import { decide } from "../core/index.ts";
import { byDaemon, type SessionContext } from "./session-context.ts";
import { stopAttachedRun } from "./stop-run.ts";

interface Killed {
  /** The pids of what lives on all the same. */
  left: readonly number[];
  /** Whether the next daemon will know of it. */
  isNoted: boolean;
}

/** Resolves when the process is gone. What the log lacks of it is read from the run's files later. */
export async function killUnrecorded(context: SessionContext, run: string): Promise<Killed> {
  const { keeper, runDir, report } = context.deps;
  // First: a daemon that dies half-way leaves a run that is still to be ended.
  const isNoted = await keeper.noteKill(runDir(run)).then(
    () => true,
    (error) => {
      report(`that run ${run} was killed can't be noted beside it; only this daemon knows`, error);
      return false;
    },
  );
  stopAttachedRun(context);
  const known = (await context.attachedRun?.stopped) ?? [];
  // Whoever was let go of has nobody who could ask it to end.
  const { left } = await keeper.sweep(run);
  return { left: [...new Set([...known, ...left])], isNoted };
}

/** To be called before the run is taken up: that it was to end says how its end reads. */
export async function recordNotedKill(context: SessionContext, run: string): Promise<void> {
  const { keeper, runDir, report } = context.deps;
  const dir = runDir(run);
  if (!(await keeper.isKillNoted(dir))) return;
  const decision = decide(context.state, { type: "stop", reason: "killed" }, byDaemon);
  if ("events" in decision && decision.events.length > 0) await context.commit(decision.events);
  await keeper.forgetKill(dir).catch((error) => report(`a note beside run ${run} can't be removed`, error));
}
