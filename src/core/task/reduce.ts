// A task ends once, and no later than its process.
import type { KnownEvent } from "../event.ts";
import { countTasks, initialTask, RUNNING_TASKS, type RunningTask, type TaskState } from "./state.ts";

type EventOf<T extends KnownEvent["type"]> = Extract<KnownEvent, { type: T }>;

export function reduceTask(state: TaskState, event: KnownEvent): TaskState {
  switch (event.type) {
    case "turn_start": {
      const { promptId } = event.data;
      return {
        ...state,
        turn: { promptId },
        since: promptId === null ? (state.since ?? event.at) : event.at,
        rest: null,
      };
    }
    case "turn_end":
      return { ...state, turn: null, since: countTasks(state) > 0 ? state.since : null };
    case "task_start": {
      if (state.running.some(({ taskId }) => taskId === event.data.taskId)) return state;
      return { ...withTask(state, taskOf(event, state)), since: state.since ?? event.at };
    }
    case "task_end":
      return afterEnd(state, event);
    case "task_stop":
      return countTasks(state) > 0 ? { ...state, stop: event.data.state } : state;
    case "agent_exit":
      return { ...initialTask, rest: state.rest };
    default:
      return state;
  }
}

const withTask = (state: TaskState, task: RunningTask): TaskState =>
  state.running.length < RUNNING_TASKS
    ? { ...state, running: [...state.running, task] }
    : { ...state, beyond: state.beyond + 1 };

function taskOf({ data, at, seq }: EventOf<"task_start">, { turn }: TaskState): RunningTask {
  const { taskId, kind, title, toolCallId } = data;
  const call = toolCallId === undefined ? {} : { toolCallId };
  return { taskId, kind, title, ...call, promptId: turn?.promptId ?? null, startedAt: at, seq };
}

function afterEnd(state: TaskState, { data, by, seq }: EventOf<"task_end">): TaskState {
  const running = state.running.filter(({ taskId }) => taskId !== data.taskId);
  const isListed = running.length < state.running.length;
  if (!isListed && state.beyond === 0) return state;
  const next = { ...state, running, beyond: state.beyond - (isListed ? 0 : 1) };
  if (countTasks(next) > 0) return next;
  const atRest = { ...next, stop: "none" as const };
  if (state.turn) return atRest;
  // A task that ended with its process has no result that anyone waits for.
  return { ...atRest, since: data.wakes ? state.since : null, rest: by.kind === "agent" ? { seq } : state.rest };
}
