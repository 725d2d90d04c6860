import type { KnownEvent } from "../event.ts";
import { OPEN_TOOL_CALLS, type ToolCallState } from "./state.ts";

const isFinal = (status: string | undefined): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";

export function reduceToolCall(state: ToolCallState, event: KnownEvent): ToolCallState {
  switch (event.type) {
    case "tool_call": {
      const { toolCallId, title, status } = event.data;
      const others = state.open.filter((call) => call.toolCallId !== toolCallId);
      if (isFinal(status)) return others.length === state.open.length ? state : { open: others };
      return { open: [...others, { toolCallId, title, seq: event.seq }].slice(-OPEN_TOOL_CALLS) };
    }
    case "tool_call_update":
      if (!isFinal(event.data.status)) return state;
      return { open: state.open.filter((call) => call.toolCallId !== event.data.toolCallId) };
    case "turn_end":
      return state.open.length === 0 ? state : { open: [] };
    default:
      return state;
  }
}
