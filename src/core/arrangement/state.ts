export interface Snooze {
  /** Null = until it needs somebody, or has a result. */
  until: string | null;
  /** What happened before this event does not end it. */
  seq: number;
}

export interface ArrangementState {
  pinned: boolean;
  snooze: Snooze | null;
  /** The event that marked it unread; looking at that event or a later one ends it. */
  unreadSeq: number | null;
  /** In the person's own order; null = by its age. */
  position: string | null;
}

export const initialArrangement: ArrangementState = { pinned: false, snooze: null, unreadSeq: null, position: null };
