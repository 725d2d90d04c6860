import type { KnownEvent } from "../event.ts";
import type { MessageState } from "./state.ts";

const PREVIEW_LENGTH = 120;

export function reduceMessage(state: MessageState, event: KnownEvent): MessageState {
  if (event.type !== "agent_message") return state;
  const { messageId, text } = event.data;
  const before = state.last?.messageId === messageId ? state.last.preview : "";
  return {
    last: { messageId, preview: (before + text.slice(0, PREVIEW_LENGTH)).slice(0, PREVIEW_LENGTH), seq: event.seq },
  };
}
