export interface ToolCallState {
  open: { toolCallId: string; title: string; taskId?: string; seq: number }[];
}

export const initialToolCall: ToolCallState = { open: [] };

/** More open calls than this are not tracked individually: it bounds the state's size. */
export const OPEN_TOOL_CALLS = 200;
