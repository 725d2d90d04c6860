/** Omitted fields stay. */
export interface ArrangeCommand {
  type: "arrange";
  pinned?: boolean | undefined;
  /** Null ends it. */
  snooze?: { until: string | null } | null | undefined;
  unread?: boolean | undefined;
  position?: string | null | undefined;
}
