import type { KnownEvent } from "../event.ts";
import { OPEN_TOOL_CALLS, type ToolCallState } from "./state.ts";

const isFinal = (status: string | undefined): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";

export function reduceToolCall(state: ToolCallState, event: KnownEvent): ToolCallState {
  switch (event.type) {
    case "tool_call": {
      const { toolCallId, title, status, taskId } = event.data;
      const others = state.open.filter((call) => call.toolCallId !== toolCallId);
      if (isFinal(status)) return others.length === state.open.length ? state : { open: others };
      const call = { toolCallId, title, ...(taskId === undefined ? {} : { taskId }), seq: event.seq };
      return { open: [...others, call].slice(-OPEN_TOOL_CALLS) };
    }
    case "tool_call_update":
      if (!isFinal(event.data.status)) return state;
      return { open: state.open.filter((call) => call.toolCallId !== event.data.toolCallId) };
    case "turn_end":
      return keeping(state, (call) => call.taskId !== undefined);
    case "task_end":
      return keeping(state, (call) => call.taskId !== event.data.taskId);
    case "agent_exit":
      return keeping(state, (call) => call.taskId === undefined);
    default:
      return state;
  }
}

/** Returns the same object if nothing is removed. */
function keeping(state: ToolCallState, stays: (call: ToolCallState["open"][number]) => boolean): ToolCallState {
  const open = state.open.filter(stays);
  return open.length === state.open.length ? state : { open };
}
