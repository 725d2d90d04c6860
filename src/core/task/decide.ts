import type { By, EventBody } from "../event.ts";
import type { SessionState } from "../state.ts";
import type { TaskOutcome } from "./events.ts";
import { isOfTask } from "./state.ts";

interface TaskEnd {
  taskId: string;
  outcome: TaskOutcome;
  summary?: string | undefined;
  wakes?: boolean | undefined;
}

/** Ends a task and everything that it left open: tool calls, questions. */
export function closeTask(state: SessionState, end: TaskEnd, { at, by }: { at: string; by: By }): EventBody[] {
  const { taskId, outcome, summary, wakes } = end;
  const workedMs = workedBy(state, at);
  return [
    ...leftOpen(state, (one) => one.taskId === taskId, { outcome, by }),
    {
      type: "task_end",
      by,
      data: {
        taskId,
        outcome,
        ...(summary === undefined ? {} : { summary }),
        ...(wakes ? { wakes } : {}),
        ...(workedMs === null ? {} : { workedMs }),
      },
    },
  ];
}

/** Their process is gone, and they with it; so is what those have open that are only counted. */
export function closeTasks(state: SessionState, around: { at: string; by: By }): EventBody[] {
  const { running } = state.task;
  const isCounted = (one: { taskId?: string | undefined }): boolean =>
    goesOn(state, one) && !running.some(({ taskId }) => taskId === one.taskId);
  return [
    ...leftOpen(state, isCounted, { outcome: "stopped", by: around.by }),
    ...running.flatMap(({ taskId }) => closeTask(state, { taskId, outcome: "stopped" }, around)),
  ];
}

function leftOpen(
  { toolCall, permission }: SessionState,
  isOver: (one: { taskId?: string | undefined }) => boolean,
  { outcome, by }: { outcome: TaskOutcome; by: By },
): EventBody[] {
  const status = outcome === "completed" ? "completed" : outcome === "failed" ? "failed" : "cancelled";
  const reason = `the background task ended (${outcome})`;
  return [
    ...toolCall.open
      .filter(isOver)
      .map(({ toolCallId }): EventBody => ({ type: "tool_call_update", by, data: { toolCallId, status } })),
    ...permission.open
      .filter(isOver)
      .map(({ id }): EventBody => ({ type: "permission", by, data: { id, state: "stale", reason } })),
  ];
}

export interface TasksAtStake {
  tasks?: { taskId: string; kind: string; title: string }[];
}

/** What ends with the agent's process, for whoever ends it; nothing where nothing works in the background. */
export const tasksAtStake = ({ task }: SessionState): TasksAtStake =>
  task.running.length === 0 ? {} : { tasks: task.running.map(({ taskId, kind, title }) => ({ taskId, kind, title })) };

/** Since the prompt that it all goes back to; null where no clock tells. */
export function workedBy({ task }: SessionState, at: string): number | null {
  const workedMs = Date.parse(at) - Date.parse(task.since ?? "");
  return Number.isNaN(workedMs) ? null : Math.max(0, workedMs);
}

/** What a turn's end does not close: it is the work of a task, which goes on. */
export const goesOn = ({ task }: SessionState, { taskId }: { taskId?: string | undefined }): boolean =>
  isOfTask(task, taskId);
