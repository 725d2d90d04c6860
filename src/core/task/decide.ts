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

/** Ends a task and what it left open: tool calls, questions. */
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

/** Ends all tasks with their process, and what the merely counted ones left open. */
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

/** The tasks that end with the agent's process, for the caller who ends it; absent if there are none. */
export const tasksAtStake = ({ task }: SessionState): TasksAtStake =>
  task.running.length === 0 ? {} : { tasks: task.running.map(({ taskId, kind, title }) => ({ taskId, kind, title })) };

/** Time since the prompt that caused the work; null without a clock. */
export function workedBy({ task }: SessionState, at: string): number | null {
  const workedMs = Date.parse(at) - Date.parse(task.since ?? "");
  return Number.isNaN(workedMs) ? null : Math.max(0, workedMs);
}

/** Whether a turn's end leaves it open, because it belongs to a running task. */
export const goesOn = ({ task }: SessionState, { taskId }: { taskId?: string | undefined }): boolean =>
  isOfTask(task, taskId);
