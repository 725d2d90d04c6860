// A kill that the log can't record: an agent that fills the disk must not survive because the disk is full. A note beside the run outlives this
// daemon, so that the next one holds the queue.
import { decide } from "../../core/index.ts";
import { decisionContext } from "../decision-context.ts";
import { byDaemon, type SessionContext } from "../session-context.ts";
import { stopAttachedRun } from "./stop-run.ts";

interface Killed {
  /** The surviving pids. */
  left: readonly number[];
  /** Whether the next daemon will know of it. */
  isNoted: boolean;
}

/** Resolves when the process is gone. What the log lacks is read from the run's files later. */
export async function killUnrecorded(context: SessionContext, run: string): Promise<Killed> {
  const { keeper, runDir, report } = context.deps;
  // First, so that a daemon that dies now leaves a run that the next one ends.
  const isNoted = await keeper.noteKill(runDir(run)).then(
    () => true,
    (error) => {
      report(`the kill of run ${run} can't be noted beside it; only this daemon knows of it`, error);
      return false;
    },
  );
  stopAttachedRun(context);
  const known = (await context.attachedRun?.stopped) ?? [];
  // After detaching nobody could ask it to end.
  const { left } = await keeper.sweep(run);
  return { left: [...new Set([...known, ...left])], isNoted };
}

/** Call it before re-attaching: the kill determines how the run's end is recorded. */
export async function recordNotedKill(context: SessionContext, run: string): Promise<void> {
  const { keeper, runDir, report } = context.deps;
  const dir = runDir(run);
  if (!(await keeper.isKillNoted(dir))) return;
  const command = { type: "stop", reason: "killed" } as const;
  const decision = decide(
    context.state,
    command,
    decisionContext(context.deps, context.state, { command, by: byDaemon }),
  );
  if ("events" in decision && decision.events.length > 0) await context.commit(decision.events);
  await keeper.forgetKill(dir).catch((error) => report(`a note beside run ${run} can't be removed`, error));
}
