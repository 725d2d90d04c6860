// What a session is doing, for people: one of a few conditions, each with a word and a sign.
import type { ListedSession } from "../../protocol/index.ts";

export type Row = ListedSession;

/** The shapes of conditions, so that they are not distinguished by colour alone. */
export type Sign = "asks" | "failed" | "working" | "background" | "unread" | "held" | "scheduled" | "idle" | "stopped";

export interface Condition {
  readonly word: string;
  readonly sign: Sign;
}

const conditions = {
  asks: { word: "needs you", sign: "asks" },
  quota: { word: "waits for quota", sign: "asks" },
  failed: { word: "failed", sign: "failed" },
  starting: { word: "starting", sign: "working" },
  running: { word: "working", sign: "working" },
  background: { word: "background work", sign: "background" },
  unread: { word: "unread", sign: "unread" },
  held: { word: "queue held", sign: "held" },
  scheduled: { word: "scheduled", sign: "scheduled" },
  idle: { word: "idle", sign: "idle" },
  stopped: { word: "stopped", sign: "stopped" },
  archived: { word: "archived", sign: "stopped" },
  deleted: { word: "deleted", sign: "stopped" },
  snoozed: { word: "snoozed", sign: "scheduled" },
} as const satisfies Readonly<Record<string, Condition>>;

export function conditionOf(row: Pick<Row, "status" | "reason" | "shelf" | "snooze" | "unread">): Condition {
  if (row.shelf) return row.shelf === "trash" ? conditions.deleted : conditions.archived;
  if (row.snooze) return conditions.snoozed;
  return row.unread && isQuiet(row) ? conditions.unread : conditionIn(row);
}

const isQuiet = ({ status, reason }: Pick<Row, "status" | "reason">): boolean =>
  status === "stopped" || (status === "idle" && reason.code !== "background");

function conditionIn({ status, reason }: Pick<Row, "status" | "reason">): Condition {
  switch (status) {
    case "waiting":
      if (reason.code === "finished") return conditions.unread;
      return reason.code === "quota" ? conditions.quota : conditions.asks;
    case "error":
      return conditions.failed;
    case "idle":
      if (reason.code === "background") return conditions.background;
      if (reason.code === "scheduled") return conditions.scheduled;
      return reason.code === "paused" || reason.code === "held" ? conditions.held : conditions.idle;
    default:
      // A newer daemon may send unknown words.
      return conditions[status] ?? conditions.idle;
  }
}

const busy: ReadonlySet<string> = new Set<Row["status"]>(["running", "starting", "waiting", "error"]);

/** The time of the last activity: the agent's while it works, and until someone has read the result. */
export function activeAt({ status, reason, lastActiveAt, updatedAt }: Row): string {
  const isBusy = busy.has(status) || reason.code === "background";
  return isBusy && updatedAt > lastActiveAt ? updatedAt : lastActiveAt;
}
