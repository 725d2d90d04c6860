import type { KnownEvent } from "../event.ts";
import { wholeCharacters } from "../whole-characters.ts";
import { type PromptState, QUEUE_LIMIT } from "./state.ts";

const TITLE_LENGTH = 80;

const titleOf = (text: string): string | null =>
  wholeCharacters(text.trim().split(/\r?\n/, 1)[0]?.slice(0, TITLE_LENGTH) ?? "") || null;

export function reducePrompt(state: PromptState, event: KnownEvent): PromptState {
  switch (event.type) {
    case "prompt_queued": {
      const { promptId, text } = event.data;
      if (state.queue.length >= QUEUE_LIMIT || state.queue.some((one) => one.promptId === promptId)) return state;
      const { by, seq, blobs } = event;
      return {
        queue: [...state.queue, { promptId, text, by, seq, ...(blobs ? { blobs } : {}) }],
        paused: false,
        title: state.title ?? titleOf(text),
      };
    }
    case "renamed":
      return event.by.kind === "agent" ? { ...state, title: titleOf(event.data.name) ?? state.title } : state;
    case "user_prompt":
    case "prompt_withdrawn":
      return { ...state, queue: state.queue.filter(({ promptId }) => promptId !== event.data.promptId) };
    case "interrupt":
      return event.data.state === "requested" ? { ...state, paused: true } : state;
    default:
      return state;
  }
}
