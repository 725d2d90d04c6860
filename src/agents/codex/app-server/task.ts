// Commands that continue when Codex ends their turn (unified exec): background tasks, until their item is completed.
import type { TaskOutcome } from "../../../core/index.ts";
import type { Fact, Reaction } from "../../driver.ts";
import { idIn } from "../../kit/run-id.ts";
import { restOf } from "./item.ts";
import { type ItemOf, terminals } from "./protocol.ts";
import { type AppServerState, asking, MAX_CALLS, nothing, type OpenCall, type Step } from "./state.ts";

/** The turn ends, and these commands continue. An interrupt ends them, so there are none after one. */
export function leaveRunning(state: AppServerState, facts: readonly Fact[]): Step {
  const end = facts.find((fact) => fact.type === "turn_end");
  if (!end || end.reason === "interrupted") return { state, facts: [...facts] };
  // Every reported task needs an end, so none is dropped for a new one.
  const left = state.calls.filter(({ command }) => command !== null).slice(0, MAX_CALLS - state.tasks.length);
  const started = left.map(
    ({ id, command }): Fact => ({
      type: "task_start",
      data: { taskId: idIn(state, id), kind: "command", title: command ?? "", toolCallId: idIn(state, id) },
    }),
  );
  const before = facts.filter((fact) => fact !== end);
  return { state: { ...state, tasks: [...state.tasks, ...left] }, facts: [...before, ...started, end] };
}

export function endTask(state: AppServerState, task: OpenCall, item: ItemOf<"commandExecution">): Step {
  const output = restOf(item.aggregatedOutput ?? "", task);
  const { exitCode = null } = item;
  const taskId = idIn(state, task.id);
  return {
    state: { ...state, tasks: state.tasks.filter((one) => one !== task) },
    facts: [
      ...(output === "" ? [] : [{ type: "tool_call_update" as const, data: { toolCallId: taskId, output } }]),
      {
        ...{ type: "task_end", taskId, outcome: outcomeOf(exitCode) },
        ...(exitCode !== null && exitCode > 0 ? { summary: `exit code ${exitCode}` } : {}),
      },
    ],
  };
}

/** A command that was ended has no exit code, or a negative one (0.166.0). */
function outcomeOf(exitCode: number | null): TaskOutcome {
  if (exitCode === null || exitCode < 0) return "stopped";
  return exitCode === 0 ? "completed" : "failed";
}

/** Ends all of them. */
export function stopTasks(state: AppServerState): Reaction<AppServerState> {
  if (state.tasks.length === 0) return nothing(state);
  const { state: next, line } = asking(state, "thread/backgroundTerminals/clean", { threadId: state.thread });
  return { state: next, facts: [], writes: [line] };
}

/** The commands of an interrupted turn outlive it in Codex, so Skein ends them by separate requests. Earlier background tasks continue. */
export function cleanUp(state: AppServerState): Reaction<AppServerState> {
  const method = state.tasks.length === 0 ? "thread/backgroundTerminals/clean" : "thread/backgroundTerminals/list";
  const { state: next, line } = asking(state, method, { threadId: state.thread });
  return { state: next, facts: [], writes: [line] };
}

/** The response to a list: commands that were not background tasks before are ended now. */
export function endOthers(state: AppServerState, result: unknown): Reaction<AppServerState> {
  const running = terminals.safeParse(result).data?.data ?? [];
  const others = running.filter(({ itemId }) => !state.tasks.some(({ id }) => id === itemId));
  const writes: string[] = [];
  let next = state;
  for (const { processId } of others) {
    const params = { threadId: state.thread, processId };
    const asked = asking(next, "thread/backgroundTerminals/terminate", params);
    next = asked.state;
    writes.push(asked.line);
  }
  return { state: next, facts: [], writes };
}
