// What the daemon should do next for a session. Level-triggered: recomputed from state, so that after a crash it simply continues.
import { type Awakening, awakeningOf, awakeningTime } from "./arrangement/snooze.ts";
import { nextStartTime } from "./binding/crash-loop.ts";
import { parkTime } from "./binding/rest.ts";
import { quotaResumeTime, type ReachedLimit, reachedLimit, turnDeadline, usedUpBudget } from "./limit/reached.ts";
import { type Limits, noLimits } from "./limit/state.ts";
import type { OpenPermission } from "./permission/state.ts";
import { isBlockingTurn } from "./prompt/blocking-turn.ts";
import { nextDueTime, nextPrompt, nextSteering, timeOf } from "./prompt/queue.ts";
import type { QueuedPrompt } from "./prompt/state.ts";
import type { SessionState } from "./state.ts";
import { hasOrphans } from "./turn/orphaned.ts";

export type Step =
  | { type: "stop_run"; run: string }
  /** A turn or a question is open, and there is no process that could end it. */
  | { type: "close_orphans" }
  | { type: "apply_answer"; permission: OpenPermission & { state: "answered" } }
  | { type: "interrupt"; turn: string }
  /** Stop the background tasks. */
  | { type: "stop_tasks" }
  /** Steer the running turn. */
  | { type: "steer"; prompt: QueuedPrompt; turn: string }
  /** The open turn is over a limit. */
  | { type: "enforce"; turn: string; limit: ReachedLimit }
  /** A vendor's quota is back, and the session may continue automatically. */
  | { type: "resume_after_quota" }
  /** It was meant only for a turn that has ended. */
  | { type: "withdraw"; prompt: QueuedPrompt }
  | { type: "start_run"; prompt: QueuedPrompt }
  /** `needsNewRun`: a setting was removed, which only a new process can apply. */
  | { type: "configure"; run: string; mode: string | null; model: string | null; needsNewRun?: boolean }
  | { type: "deliver"; prompt: QueuedPrompt; turn: string }
  /** The process has been idle for long enough. */
  | { type: "park"; run: string }
  /** Its snooze is over. */
  | { type: "awake"; because: Awakening };

export function nextStep(state: SessionState, now = timeOf(state), limits = noLimits): Step | null {
  return nextAwakening(state, now) ?? nextWork(state, now, limits) ?? nextParking(state, now, limits);
}

function nextAwakening(state: SessionState, now: string): Step | null {
  const because = awakeningOf(state, now);
  return because && { type: "awake", because };
}

function nextParking(state: SessionState, now: string, limits: Limits): Step | null {
  const { run } = state.binding;
  const at = parkTime(state, limits);
  return run && at !== null && Date.parse(at) <= Date.parse(now) ? { type: "park", run: run.run } : null;
}

function nextWork(state: SessionState, now: string, limits: Limits): Step | null {
  const { lifecycle, prompt, turn, permission, binding, setting } = state;
  const { run } = binding;
  if (run?.phase === "stopping") return { type: "stop_run", run: run.run };
  if (hasOrphans(state)) return { type: "close_orphans" };
  if (lifecycle.phase !== "open") return null;
  const answered = permission.open.find((one) => one.state === "answered");
  if (run && answered) return { type: "apply_answer", permission: answered };
  if (turn.open && run && turn.open.interrupt === "requested") return { type: "interrupt", turn: turn.open.turn };
  if (run?.phase === "ready" && state.task.stop === "requested") return { type: "stop_tasks" };
  const reached = turn.open?.interrupt === "none" ? reachedLimit(state, { now, limits }) : null;
  if (turn.open && run && reached) return { type: "enforce", turn: turn.open.turn, limit: reached };
  if (turn.open?.interrupt === "none" && run?.phase === "ready") {
    const steering = nextSteering(state, now, turn.open.turn);
    if (steering) return { type: "steer", prompt: steering, turn: turn.open.turn };
  }
  const late = prompt.queue.find((one) => one.steer?.otherwise === "withdraw" && one.steer.turn !== turn.open?.turn);
  if (late) return { type: "withdraw", prompt: late };
  if (state.limit.quota?.holds) {
    const resumesAt = turn.open ? null : quotaResumeTime(state, now, limits);
    return resumesAt !== null && Date.parse(resumesAt) <= Date.parse(now) ? { type: "resume_after_quota" } : null;
  }
  const next = nextPrompt(state, now);
  if (isBlockingTurn(state) || !next || binding.halted || usedUpBudget(state, limits)) return null;
  if (!run) return nextStartTime(binding, now) === null ? { type: "start_run", prompt: next } : null;
  if (run.phase !== "ready") return null;
  if (setting.seq > run.settingSeq)
    return {
      ...{ type: "configure", run: run.run, mode: setting.mode, model: setting.model },
      ...(setting.mode === null && (setting.unsetSeq ?? 0) > run.settingSeq ? { needsNewRun: true } : {}),
    };
  return { type: "deliver", prompt: next, turn: `t${turn.count + 1}` };
}

const nextWaitingStart = (state: SessionState, now: string): string | null =>
  state.binding.run || !nextPrompt(state, now) ? null : nextStartTime(state.binding, now);

/** When the next step may become due without an event: a prompt's time, a turn's limit, the end of a quota, parking. */
export function nextRefreshTime(state: SessionState, now: string, limits: Limits): string | null {
  const times = [
    nextDueTime(state, now),
    turnDeadline(state, limits),
    quotaResumeTime(state, now, limits),
    parkTime(state, limits),
    nextWaitingStart(state, now),
    awakeningTime(state),
  ];
  const coming = times.filter((time) => time !== null && !(Date.parse(time) <= Date.parse(now)));
  return coming.toSorted((a, b) => Date.parse(a ?? "") - Date.parse(b ?? ""))[0] ?? null;
}
