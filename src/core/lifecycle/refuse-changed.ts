// Refuses a command that a user has confirmed if something has started in the session since it was shown.
import { type Refused, reject } from "../rejection.ts";
import type { SessionState } from "../state.ts";
import { summaryOf } from "../summary.ts";
import { type Shown, shownIn } from "./shown.ts";

/** Null if it is as shown, or less busy, or if nothing was shown. */
export function refuseChanged(state: SessionState, shown: Shown | undefined): Refused | null {
  if (!shown) return null;
  const now = shownIn(summaryOf("", state));
  if (now.turns !== shown.turns || (now.isAtWork && !shown.isAtWork))
    return reject("moved", "It started to work after the list was shown, so it was left alone.", { change: "work" });
  if (now.lastActiveAt !== shown.lastActiveAt)
    return reject("moved", "Someone used it after the list was shown, so it was left alone.", { change: "use" });
  return null;
}
