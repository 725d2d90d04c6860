// Events about a turn or a run that is not the open one: late, doubled, or out of a log that nobody should have written.
import type { KnownEvent } from "./event.ts";
import type { SessionState } from "./state.ts";

/** Whether the event speaks of something that is not there, so that nothing may follow from it. */
export function isStray({ turn, binding }: SessionState, event: KnownEvent): boolean {
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
