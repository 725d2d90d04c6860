// Taking up the run that the log names, after a restart of the daemon or a failure of the log; ending it if it can't be taken up.
import type { RunRecord } from "../../log/index.ts";
import { isStorageFault } from "../../log/index.ts";
import { isCode } from "../../system/index.ts";
import { holdAfterRecovery } from "../hold-queue.ts";
import { release, type SessionContext } from "../session-context.ts";
import { attach } from "./attach.ts";
import { abandon } from "./ending.ts";
import { recordNotedKill } from "./unrecorded-kill.ts";

export const recordedRun = ({ deps, id }: Pick<SessionContext, "deps" | "id">): RunRecord | null =>
  deps.log.runs().find((one) => one.session === id) ?? null;

const runOf = ({ state }: SessionContext): string | null => state.binding.run?.run ?? null;

/** A repaired log may lack the running process: nobody would ever hear of it again. */
export async function endForgotten(context: SessionContext): Promise<void> {
  const run = runOf(context);
  if (run !== null && recordedRun(context)?.run !== run) await context.deps.keeper.sweep(run);
}

/** Rejects if it may succeed later: the agent continues meanwhile. */
export async function reattach(context: SessionContext, record: RunRecord | null): Promise<void> {
  await holdAfterRecovery(context);
  const run = record?.run ?? runOf(context);
  if (run === null) return;
  await recordNotedKill(context, run);
  // A repaired log may know a run without its record, or have a record without the run's start.
  if (!record || runOf(context) !== run) return abandon(context, run);
  // Unreadable files must not keep a run alive that should end.
  const isToEnd = context.state.binding.run?.phase === "stopping";
  const driver = driverOf(context, record, { isToEnd });
  if (!driver) return abandon(context, run);
  try {
    await attach(context, record, driver);
  } catch (error) {
    if (context.attachedRun) release(context, context.attachedRun);
    const isOver = recordedRun(context) === null;
    if (isOver || isStorageFault(error) || (isPassing(error) && !isToEnd)) throw error;
    context.deps.report(`run ${run} of session ${context.id} can't be resumed`, error);
    await abandon(context, run);
  }
}

/** Null = there is none. Throws while config.toml can't be read and the agent is unknown. */
function driverOf({ deps, state }: SessionContext, { agent }: RunRecord, { isToEnd }: { isToEnd: boolean }) {
  try {
    return deps.registry.get(agent, state.binding.run?.transport);
  } catch (error) {
    if (isToEnd) return null;
    throw error;
  }
}

/** Re-attaches to a detached run. If that fails again, ends it as it is. */
export async function reattachToStop(context: SessionContext): Promise<void> {
  // The reason was reported by the earlier attempt.
  await reattach(context, recordedRun(context)).catch(() => {});
  const run = runOf(context);
  if (run === null || context.attachedRun) return;
  await abandon(context, run, { isStopping: true }).catch((error) =>
    context.deps.report(`the end of run ${run} can't be recorded now; the next daemon does it`, error),
  );
}

const PASSING = [
  ...["ENOSPC", "EDQUOT", "EROFS", "EIO", "EMFILE", "ENFILE", "ENOMEM", "EAGAIN", "EBUSY"],
  // The path to the run's files: no access, a loop of links, or an unreachable server. The agent is still alive.
  ...["EACCES", "EPERM", "ELOOP", "ENOTDIR", "ESTALE", "ETIMEDOUT", "ENOTCONN", "EHOSTDOWN"],
];

/** Whether the failure is the machine's and may pass, not the run's. */
const isPassing = (error: unknown): boolean => isCode(error, ...PASSING);
