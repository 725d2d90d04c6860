// The fold of a session: total, deterministic, idempotent by seq. An event that this version does not understand,
// or that speaks of a turn or a run that is not there, moves the head and nothing else.
import { reduceBinding } from "./binding/reduce.ts";
import { type Event, understand } from "./event.ts";
import { reduceLifecycle } from "./lifecycle/reduce.ts";
import { reduceLimit } from "./limit/reduce.ts";
import { reduceMessage } from "./message/reduce.ts";
import { reducePermission } from "./permission/reduce.ts";
import { reducePrompt } from "./prompt/reduce.ts";
import { reduceSetting } from "./setting/reduce.ts";
import type { SessionState } from "./state.ts";
import { isStray } from "./stray.ts";
import { reduceToolCall } from "./tool-call/reduce.ts";
import { reduceTurn } from "./turn/reduce.ts";
import { reduceUsage } from "./usage/reduce.ts";

export function reduce(state: SessionState, event: Event): SessionState {
  if (event.seq <= state.head) return state;
  const known = understand(event);
  if (!known || isStray(state, known)) return { ...state, head: event.seq };
  return {
    version: state.version,
    head: event.seq,
    lifecycle: reduceLifecycle(state.lifecycle, known),
    prompt: reducePrompt(state.prompt, known),
    turn: reduceTurn(state.turn, known),
    message: reduceMessage(state.message, known),
    toolCall: reduceToolCall(state.toolCall, known),
    permission: reducePermission(state.permission, known),
    binding: reduceBinding(state.binding, known),
    usage: reduceUsage(state.usage, known),
    setting: reduceSetting(state.setting, known),
    limit: reduceLimit(state.limit, known),
  };
}
