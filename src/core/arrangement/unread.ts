// What people have not read yet: a turn's end, the end of background tasks, a failure; or what somebody marked as unread.
import type { SessionState } from "../state.ts";

/** The newest event that people should read; 0 = there is none. Who stops a turn was there. */
export function newestToRead({ turn, task, lifecycle }: SessionState): number {
  const { last } = turn;
  const ended = last && last.reason !== "interrupted" ? Math.max(last.seq, task.rest?.seq ?? 0) : 0;
  return Math.max(ended, lifecycle.failure?.seq ?? 0);
}

export const isUnread = (state: SessionState): boolean =>
  state.arrangement.unreadSeq !== null || newestToRead(state) > state.lifecycle.acknowledgedSeq;

/** Whether a look up to there changes nothing: looks, and places in lists, are nothing to read. */
export function isReadUpTo({ lifecycle, arrangement }: SessionState, seq: number): boolean {
  const { acknowledgedSeq, updatedSeq } = lifecycle;
  const isMarked = arrangement.unreadSeq !== null && seq >= arrangement.unreadSeq;
  return Math.min(seq, updatedSeq) <= acknowledgedSeq && !isMarked;
}
