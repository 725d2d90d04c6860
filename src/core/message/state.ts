export interface MessageState {
  /** The newest message, cut to a preview: enough for a list. */
  last: { messageId: string; preview: string; seq: number } | null;
}

export const initialMessage: MessageState = { last: null };
