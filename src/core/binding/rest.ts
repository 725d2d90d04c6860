// An idle process wastes memory: after a while it is parked, and the next prompt resumes the conversation.
import type { Limits } from "../limit/state.ts";
import { minutesAfter } from "../minutes-after.ts";
import type { SessionState } from "../state.ts";
import { countTasks } from "../task/state.ts";

/** Since when the agent's process is idle; null while it works (also in the background), starts, ends or does not exist. */
export function restsSince({ binding, turn, task }: SessionState): string | null {
  return binding.run?.phase === "ready" && !turn.open && countTasks(task) === 0 ? binding.run.restsSince : null;
}

/** When it has been idle for long enough. */
export function parkTime(state: SessionState, { parkMinutes }: Limits): string | null {
  return parkMinutes === null ? null : minutesAfter(restsSince(state), parkMinutes);
}
