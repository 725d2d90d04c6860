// The session as it was shown to the user who confirmed a command.
import type { Summary } from "../summary.ts";

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
