// The fold of a session: total, deterministic, idempotent by seq. An event that this version does not understand,
// or that names a turn or a run that does not exist, moves the head and nothing else.
import { reduceArrangement } from "./arrangement/reduce.ts";
import { reduceBinding } from "./binding/reduce.ts";
import { type Event, type KnownEvent, understand } from "./event.ts";
import { arrivedFrom } from "./lifecycle/arrive.ts";
import { forkedFrom } from "./lifecycle/fork.ts";
import { reduceLifecycle } from "./lifecycle/reduce.ts";
import { reduceLimit } from "./limit/reduce.ts";
import { reduceMessage } from "./message/reduce.ts";
import { reducePermission } from "./permission/reduce.ts";
import { reducePrompt } from "./prompt/reduce.ts";
import { reduceSetting } from "./setting/reduce.ts";
import type { SessionState } from "./state.ts";
import { reduceTask } from "./task/reduce.ts";
import { reduceToolCall } from "./tool-call/reduce.ts";
import { reduceTurn } from "./turn/reduce.ts";
import { reduceUsage } from "./usage/reduce.ts";

export function reduce(state: SessionState, event: Event): SessionState {
  if (event.seq <= state.head) return state;
  const known = understand(event);
  if (!known || isOutOfOrder(state, known)) return { ...state, head: event.seq };
  const base = baseOf(state, known);
  return {
    version: state.version,
    head: event.seq,
    lifecycle: reduceLifecycle(base.lifecycle, known),
    prompt: reducePrompt(base.prompt, known),
    turn: reduceTurn(base.turn, known),
    message: reduceMessage(base.message, known),
    toolCall: reduceToolCall(base.toolCall, known),
    task: reduceTask(base.task, known),
    permission: reducePermission(base.permission, known),
    binding: reduceBinding(base.binding, known),
    usage: reduceUsage(base.usage, known),
    setting: reduceSetting(base.setting, known),
    limit: reduceLimit(base.limit, known),
    arrangement: reduceArrangement(base.arrangement, known),
  };
}

/** The state that an event is applied to: a fork and an imported session begin with a part of the earlier state. */
function baseOf(state: SessionState, event: KnownEvent): SessionState {
  if (event.type === "imported") return arrivedFrom(state, event);
  return event.type === "session_start" && event.data.fork ? forkedFrom(state, event.data.fork) : state;
}

/** Whether the event refers to a turn or a run that is not the open one: it is late, repeated, or from an incorrect log. */
function isOutOfOrder({ turn, binding }: SessionState, event: KnownEvent): boolean {
  switch (event.type) {
    case "turn_start":
      return turn.open !== null;
    case "turn_end":
    case "steer_taken":
    case "interrupt":
      return turn.open?.turn !== event.data.turn;
    case "task_start":
      return binding.run === null;
    case "agent_bound":
    case "agent_exit":
    case "agent_configured":
      return binding.run?.run !== event.data.run;
    default:
      return false;
  }
}
