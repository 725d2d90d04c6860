// What a session is doing, for people: a word and an icon.
import type { ListedSession } from "../../protocol/index.ts";

export type Row = ListedSession;

/** Icons have different shapes, so that they are not distinguished by colour alone. */
export type StatusIconName =
  | "asks"
  | "failed"
  | "working"
  | "background"
  | "unread"
  | "held"
  | "scheduled"
  | "idle"
  | "stopped";

export interface DisplayStatus {
  readonly word: string;
  readonly icon: StatusIconName;
}

const displayStatuses = {
  asks: { word: "needs you", icon: "asks" },
  quota: { word: "waits for quota", icon: "asks" },
  failed: { word: "failed", icon: "failed" },
  starting: { word: "starting", icon: "working" },
  running: { word: "working", icon: "working" },
  background: { word: "background work", icon: "background" },
  unread: { word: "unread", icon: "unread" },
  held: { word: "queue held", icon: "held" },
  scheduled: { word: "scheduled", icon: "scheduled" },
  idle: { word: "idle", icon: "idle" },
  stopped: { word: "stopped", icon: "stopped" },
  archived: { word: "archived", icon: "stopped" },
  deleted: { word: "deleted", icon: "stopped" },
  snoozed: { word: "snoozed", icon: "scheduled" },
} as const satisfies Readonly<Record<string, DisplayStatus>>;

export function displayStatusOf(row: Pick<Row, "status" | "reason" | "shelf" | "snooze" | "unread">): DisplayStatus {
  if (row.shelf) return row.shelf === "trash" ? displayStatuses.deleted : displayStatuses.archived;
  if (row.snooze) return displayStatuses.snoozed;
  return row.unread && isQuiet(row) ? displayStatuses.unread : displayStatusIn(row);
}

const isQuiet = ({ status, reason }: Pick<Row, "status" | "reason">): boolean =>
  status === "stopped" || (status === "idle" && reason.code !== "background");

function displayStatusIn({ status, reason }: Pick<Row, "status" | "reason">): DisplayStatus {
  switch (status) {
    case "waiting":
      if (reason.code === "finished") return displayStatuses.unread;
      return reason.code === "quota" ? displayStatuses.quota : displayStatuses.asks;
    case "error":
      return displayStatuses.failed;
    case "idle":
      if (reason.code === "background") return displayStatuses.background;
      if (reason.code === "scheduled") return displayStatuses.scheduled;
      return reason.code === "paused" || reason.code === "held" ? displayStatuses.held : displayStatuses.idle;
    default:
      // A newer daemon may send unknown words.
      return displayStatuses[status] ?? displayStatuses.idle;
  }
}
