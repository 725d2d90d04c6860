// A fork stands on what was there: up to its base it has the history of another session, and from then on its own.
import { initialBinding } from "../binding/state.ts";
import { initialLimit } from "../limit/state.ts";
import { initialPermission } from "../permission/state.ts";
import { initialPrompt } from "../prompt/state.ts";
import type { SessionState } from "../state.ts";
import { initialToolCall } from "../tool-call/state.ts";
import { initialUsage } from "../usage/state.ts";
import { initialLifecycle } from "./state.ts";

/** What a fork takes over of the session it branches off from. What was under way there is not: the queue, questions, the process, the bill. */
export const forkedFrom = (state: SessionState): SessionState => ({
  ...state,
  lifecycle: { ...initialLifecycle, acknowledgedSeq: state.head },
  prompt: { ...initialPrompt, title: state.prompt.title },
  turn: { ...state.turn, open: null },
  toolCall: initialToolCall,
  permission: initialPermission,
  binding: { ...initialBinding, model: state.binding.model },
  usage: initialUsage,
  limit: { ...initialLimit, own: state.limit.own },
});
