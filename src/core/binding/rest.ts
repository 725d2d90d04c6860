// A process that rests holds memory for nothing: after a while it is ended as planned, and the next prompt brings it back.
import type { Limits } from "../limit/state.ts";
import { minutesAfter } from "../minutes-after.ts";
import type { SessionState } from "../state.ts";
import { countTasks } from "../task/state.ts";

/** Since when the agent's process has nothing to do; null when it works, also in the background, starts, ends or is not there. */
export function restsSince({ binding, turn, task }: SessionState): string | null {
  return binding.run?.phase === "ready" && !turn.open && countTasks(task) === 0 ? binding.run.restsSince : null;
}

/** When it has rested for long enough. */
export function parkTime(state: SessionState, { parkMinutes }: Limits): string | null {
  return parkMinutes === null ? null : minutesAfter(restsSince(state), parkMinutes);
}
