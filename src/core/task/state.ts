import type { TaskKind } from "./events.ts";

export interface RunningTask {
  taskId: string;
  kind: TaskKind;
  title: string;
  toolCallId?: string;
  /** The prompt in whose turn it started; null when there was none. */
  promptId: string | null;
  startedAt: string;
  seq: number;
}

export interface TaskState {
  /** In the order in which they started. */
  running: RunningTask[];
  /** How many more are running. */
  beyond: number;
  stop: "none" | "requested" | "sent";
  /** The open turn. */
  turn: { promptId: string | null } | null;
  /** Since when the agent works, in a turn or in background tasks; null = idle. Counted from the newest prompt. */
  since: string | null;
  /** The end of the last task, if no turn was open: the agent is idle since then. */
  rest: { seq: number } | null;
}

export const initialTask: TaskState = {
  running: [],
  beyond: 0,
  stop: "none",
  turn: null,
  since: null,
  rest: null,
};

/** More running tasks than this are only counted: it bounds the state's size. */
export const RUNNING_TASKS = 50;

export const countTasks = ({ running, beyond }: TaskState): number => running.length + beyond;

/** Whether it belongs to a running task. A merely counted task may be the one. */
export const isOfTask = ({ running, beyond }: TaskState, taskId: string | undefined): boolean =>
  taskId !== undefined && (beyond > 0 || running.some((one) => one.taskId === taskId));

export const tasksStillWork = (count: number): string =>
  count === 1 ? "1 task still runs" : `${count} tasks still run`;
