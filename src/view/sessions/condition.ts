// What a session is doing, for people: one of few conditions, each with its word, its sign and the group that lists show it in.
import type { ListedSession } from "../../protocol/index.ts";

export type Row = ListedSession;

/** The shapes that stand for conditions: colour alone never tells them apart. */
export type Sign = "asks" | "failed" | "working" | "background" | "unread" | "held" | "scheduled" | "idle" | "stopped";

export type Section = "needs-you" | "working" | "unread" | "rest" | "archived";

export interface Condition {
  readonly word: string;
  readonly sign: Sign;
  readonly section: Section;
}

const condition = (word: string, sign: Sign, section: Section): Condition => ({ word, sign, section });

const conditions = {
  asks: condition("needs you", "asks", "needs-you"),
  quota: condition("waits for quota", "asks", "needs-you"),
  failed: condition("failed", "failed", "needs-you"),
  starting: condition("starting", "working", "working"),
  running: condition("working", "working", "working"),
  background: condition("background work", "background", "working"),
  unread: condition("unread", "unread", "unread"),
  held: condition("queue held", "held", "rest"),
  scheduled: condition("scheduled", "scheduled", "rest"),
  idle: condition("idle", "idle", "rest"),
  stopped: condition("stopped", "stopped", "rest"),
  archived: condition("archived", "stopped", "archived"),
} as const;

export function conditionOf({ status, reason, shelf }: Pick<Row, "status" | "reason" | "shelf">): Condition {
  if (shelf === "archived") return conditions.archived;
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
      // A newer daemon may send other words.
      return conditions[status] ?? conditions.idle;
  }
}

const busy: ReadonlySet<string> = new Set<Row["status"]>(["running", "starting", "waiting", "error"]);

/** When something last happened: the agent's activity counts while it works, and until someone has read the result. */
export function activeAt({ status, reason, lastActiveAt, updatedAt }: Row): string {
  const isBusy = busy.has(status) || reason.code === "background";
  return isBusy && updatedAt > lastActiveAt ? updatedAt : lastActiveAt;
}
