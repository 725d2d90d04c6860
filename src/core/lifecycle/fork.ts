// A fork stands on what was there: up to its base it has the history of another session, and from then on its own.
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
 * What a fork takes over of the session it branches off from, as it was there. What was under way there is not: the queue, questions, the process,
 * the bill. What people have set since then follows (`take-over`).
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
});
