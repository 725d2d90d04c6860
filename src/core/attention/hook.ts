// Which of the user's hooks an event runs.
import type { KnownEvent } from "../event.ts";
import { isFailure } from "../lifecycle/reduce.ts";
import type { SessionState } from "../state.ts";

export type Hook = "session_start" | "session_end" | "turn_end" | "permission" | "error";

/** `state` is the session's at the event or later: a question that was answered meanwhile runs no hook. */
export function hookOf(state: SessionState, event: KnownEvent): Hook | null {
  switch (event.type) {
    case "session_start":
    case "session_end":
    case "turn_end":
    case "error":
      return event.type;
    case "resume_failed":
      return "error";
    case "agent_exit":
      return isFailure(event.data) ? "error" : null;
    case "permission":
      return state.permission.open.some((one) => one.state === "asked" && one.seq === event.seq) ? "permission" : null;
    default:
      return null;
  }
}
