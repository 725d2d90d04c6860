// A session whose log came from elsewhere: with a copy of a home, or from a backup. Its run and its queue may continue in the other home, or the
// queue may have run already: so the queue is held until a person releases it.
import { beginsByItself, type SessionState } from "../core/index.ts";
import { addEnding } from "./run/ending.ts";
import { byDaemon, type SessionContext } from "./session-context.ts";

/** How the log, or the whole home, came here. */
export type ForeignLog =
  /** `madeAt`: only what began before that time came with the copy; null = everything. */
  | { kind: "home_copied"; madeAt: string | null }
  /** `leavesRuns`: the runs belong to another home. */
  | { kind: "log_replaced"; leavesRuns: boolean };

/** No process is touched. Resolves to whether anything had to be held. */
export async function detachForeignRun(
  context: SessionContext,
  recorded: string | null,
  foreignLog: ForeignLog,
): Promise<boolean> {
  const { state, id: session } = context;
  if (foreignLog.kind === "home_copied" && foreignLog.madeAt !== null && !isBegunBefore(state, foreignLog.madeAt))
    return false;
  const leavesRuns = foreignLog.kind === "home_copied" || foreignLog.leavesRuns;
  const run = leavesRuns ? (recorded ?? state.binding.run?.run ?? null) : null;
  const holds = beginsByItself(state);
  if (run === null && !holds) return false;
  const draft = context.draft();
  const exit = { kind: "lost" as const };
  if (run !== null) addEnding(draft, { run, exit, isStopping: false, isOneshot: false, stderr: "", left: [], session });
  if (holds && !draft.state.prompt.paused) draft.add({ type: "queue_paused", by: byDaemon, data: { paused: true } });
  draft.add({ type: "error", by: byDaemon, data: { code: foreignLog.kind, ...words[foreignLog.kind] } });
  await context.commit(draft, run === null ? {} : { endedRun: run });
  return true;
}

/** Whether something queued or running began before that time. */
function isBegunBefore({ prompt, turn, binding, limit, lifecycle }: SessionState, at: string): boolean {
  const begun = [
    ...prompt.queue.map(({ queuedAt }) => queuedAt),
    ...binding.startsAt,
    turn.open?.startedAt ?? at,
    binding.run?.restsSince ?? at,
    limit.quota?.holds ? (lifecycle.updatedAt ?? at) : at,
  ];
  return begun.some((time) => time < at);
}

const hint = "to continue here: skein queue <session> release, or send a prompt";

const words = {
  home_copied: {
    message:
      "This home is a copy of another one, where this session may continue. Its agent was left alone, and the queue here is held.",
    hint,
  },
  log_replaced: {
    message:
      "The session log is not the one that this home had: it came from another home, or from a backup. Queued prompts may have run already, so the queue is held.",
    hint,
  },
} as const;
