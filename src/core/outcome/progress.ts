// The progress of a session: it continues by itself, it has finished, or it needs a person.
import type { Event } from "../event.ts";
import type { Limits } from "../limit/state.ts";
import type { OpenPermission } from "../permission/state.ts";
import { isPassing, type PassingWait, waitOf } from "../prompt/wait.ts";
import type { SessionState } from "../state.ts";
import { countTasks, type RunningTask } from "../task/state.ts";
import { type EndedTurn, type Halted, haltOf, type PersonNeeded } from "./result.ts";

/** `wait` is what the queue waits for, if that ends by itself; `tasks` are the background tasks. */
interface Works {
  readonly kind: "works";
  readonly wait: PassingWait | null;
  readonly tasks: readonly RunningTask[];
}

/** It had no turn yet. */
interface Untouched {
  readonly kind: "untouched";
  readonly seq: number;
}

/** The last turn's message and duration are null: the state does not have them. */
export type Progress = Works | PersonNeeded | Halted | EndedTurn | Untouched;

export function progressOf(state: SessionState, { limits, nowMs }: { limits: Limits; nowMs: number }): Progress {
  const { turn, permission, prompt, lifecycle, head } = state;
  const question = permission.open.find((one) => one.state === "asked");
  if (turn.open && question && turn.open.interrupt === "none") return asks(question);
  if (turn.open) return works(null);
  const waits = prompt.queue.map(({ promptId }) => waitOf(state, promptId, { limits, nowMs }));
  const isOpen = lifecycle.phase === "open";
  const halt = isOpen && waits.length > 0 ? haltOf(state, head, "the agent can't go on") : null;
  if (halt) return halt;
  if (isOpen && waits.includes(null)) return works(null);
  const passing = waits.find((wait) => wait !== null && isPassing(wait));
  if (isOpen && passing) return works(passing);
  const [needed] = waits;
  if (needed && !isPassing(needed)) return { kind: "waits", wait: needed, nowMs, seq: head };
  return workOfTasks(state, question) ?? lastEnd(state);
}

const works = (wait: PassingWait | null, tasks: readonly RunningTask[] = []): Works => ({ kind: "works", wait, tasks });

const asks = (question: OpenPermission): PersonNeeded => ({
  kind: "asks",
  question,
  isQueued: false,
  seq: question.seq,
});

/** While background tasks run, the end of a good turn is not the end of the work. A failed turn is shown to people at once. */
function workOfTasks({ turn, task }: SessionState, question: OpenPermission | undefined): PersonNeeded | Works | null {
  const isWell = turn.last === null || turn.last.reason === "completed" || turn.last.reason === "interrupted";
  if (!isWell || countTasks(task) === 0) return null;
  return question ? asks(question) : works(null, task.running);
}

function lastEnd({ turn, task, lifecycle, head }: SessionState): EndedTurn | Untouched {
  const { last } = turn;
  if (!last) return { kind: "untouched", seq: head };
  const error = lifecycle.failure?.message ?? null;
  const isLimit = last.reason === "interrupted" && error !== null;
  return {
    kind: "ended",
    turn: last.turn,
    reason: last.reason,
    durationMs: null,
    message: null,
    // Background tasks may have ended after the turn.
    seq: Math.max(last.seq, task.rest?.seq ?? 0),
    error,
    ...(isLimit ? { limit: { message: error, hint: null } } : {}),
  };
}

const turningPoints = new Set([
  ...["permission", "turn_start", "turn_end", "prompt_queued", "prompt_edited", "prompt_withdrawn", "queue_paused"],
  ...["quota_reached", "limits_changed", "error", "resume_failed", "session_end", "agent_exit"],
  ...["task_start", "task_end"],
]);

/** Whether this event can change the progress. */
export const changesProgress = ({ type }: Event): boolean => turningPoints.has(type);
