// The session as it was shown to the user who confirmed a command. If something has started since then, the session is left alone.
import { type Refused, reject } from "../rejection.ts";
import type { SessionState } from "../state.ts";
import { type Summary, summaryOf } from "../summary.ts";

export interface Shown {
  turns: number;
  isAtWork: boolean;
  lastActiveAt: string;
}

/** Of its row in a list. */
export const shownIn = ({ turns, lastActiveAt, status, reason }: Omit<Summary, "id">): Shown => ({
  turns,
  lastActiveAt,
  // An open question means unfinished work; an unread turn does not.
  isAtWork: status === "starting" || status === "running" || (status === "waiting" && reason.code === "permission"),
});

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
