// What a person was shown of a session when they agreed to what is to be done to it. Where something has begun since then, it is left alone.
import { type Rejection, reject } from "../rejection.ts";
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
  // A question keeps work waiting; a turn that has ended and that nobody has read does not.
  isAtWork: status === "starting" || status === "running" || (status === "waiting" && reason.code === "permission"),
});

/** Null where it is as it was shown, or less is going on, or nobody was shown anything. */
export function refuseChanged(state: SessionState, shown: Shown | undefined): { rejection: Rejection } | null {
  if (!shown) return null;
  const now = shownIn(summaryOf("", state));
  if (now.turns !== shown.turns || (now.isAtWork && !shown.isAtWork))
    return reject("moved", "It began to work after it was looked at, and is left alone.", { change: "work" });
  if (now.lastActiveAt !== shown.lastActiveAt)
    return reject("moved", "Somebody used it after it was looked at, and it is left alone.", { change: "use" });
  return null;
}
