// A fork has the history of another session up to its base event, and its own from there on.
import { initialArrangement } from "../arrangement/state.ts";
import { initialBinding } from "../binding/state.ts";
import { initialLimit } from "../limit/state.ts";
import { initialPermission } from "../permission/state.ts";
import { initialPrompt } from "../prompt/state.ts";
import { initialSetting } from "../setting/state.ts";
import type { SessionState } from "../state.ts";
import { initialTask } from "../task/state.ts";
import { initialToolCall } from "../tool-call/state.ts";
import { initialUsage } from "../usage/state.ts";
import type { Fork } from "./events.ts";
import { initialLifecycle } from "./state.ts";

/**
 * The state that a fork inherits from its base, as it was there, without what was in progress: the queue, questions, the process,
 * the cost. Settings made since then follow (`take-over`).
 */
export const forkedFrom = (state: SessionState, { isImported = false }: Pick<Fork, "isImported">): SessionState => ({
  ...state,
  lifecycle: {
    ...initialLifecycle,
    acknowledgedSeq: state.head,
    importedSeq: isImported ? state.head : state.lifecycle.importedSeq,
  },
  prompt: { ...initialPrompt, title: state.prompt.title },
  turn: { ...state.turn, open: null },
  toolCall: initialToolCall,
  task: initialTask,
  permission: initialPermission,
  binding: { ...initialBinding, model: state.binding.model },
  usage: initialUsage,
  setting: isImported ? initialSetting : state.setting,
  limit: { ...initialLimit, own: isImported ? {} : state.limit.own },
  arrangement: initialArrangement,
});
