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
  const status = outcome === "completed" ? "completed" : outcome === "failed" ? "failed" : "cancelled";
  const calls = state.toolCall.open.filter((call) => call.taskId === taskId);
  const questions = state.permission.open.filter((question) => question.taskId === taskId);
  const workedMs = workedBy(state, at);
  return [
    ...calls.map(({ toolCallId }): EventBody => ({ type: "tool_call_update", by, data: { toolCallId, status } })),
    ...questions.map(({ id }): EventBody => {
      const reason = `the background task ended (${outcome})`;
      return { type: "permission", by, data: { id, state: "stale", reason } };
    }),
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

/** Their process is gone, and they with it. */
export const closeTasks = (state: SessionState, around: { at: string; by: By }): EventBody[] =>
  state.task.running.flatMap(({ taskId }) => closeTask(state, { taskId, outcome: "stopped" }, around));

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
