// The list of sessions as people read it: what needs them first, then what works, what they have not read, and the rest.
import { positionOf } from "./arrangement/position.ts";
import { type SessionOrder, sessionOrders } from "./list-order.ts";
import type { Summary } from "./summary.ts";

export { activeAt } from "./list-order.ts";

/** `own`: as the person has moved them; `attention`: by group, see below. The other orders are the daemon's own. */
export type ListOrder = SessionOrder | "own" | "attention";

/** The fields of a row that its place depends on. */
export type Grouped = Pick<Summary, "id" | "status" | "reason" | "lastActiveAt" | "createdAt" | "workspace"> &
  Partial<Pick<Summary, "name" | "activityAt" | "pinned" | "snooze" | "unread" | "position" | "shelf">>;

/** In the order in which people read them. The last two are folded away. */
export const listGroups = ["needs_you", "working", "unread", "rest", "snoozed", "archived"] as const;
export type ListGroup = (typeof listGroups)[number];

export type Need = "question" | "failed" | "quota";

/** What a session needs from a person; null = nothing. A failure that somebody has seen needs nobody; its words are in `reason`. */
export function needOf({ status, reason, unread }: Pick<Grouped, "status" | "reason" | "unread">): Need | null {
  if (status === "error") return unread ? "failed" : null;
  if (status !== "waiting" || reason.code === "finished") return null;
  return reason.code === "quota" ? "quota" : "question";
}

export function groupOf(row: Grouped): ListGroup {
  const { status, reason, shelf, snooze, unread } = row;
  if (shelf || status === "archived") return "archived";
  if (snooze) return "snoozed";
  if (needOf(row)) return "needs_you";
  if (status === "running" || status === "starting" || reason.code === "background") return "working";
  return unread || reason.code === "finished" ? "unread" : "rest";
}

/** What is folded away until somebody opens it. */
export const isFolded = (row: Grouped): boolean => groupOf(row) === "snoozed" || groupOf(row) === "archived";

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const own = (a: Grouped, b: Grouped): number => byText(positionOf(a), positionOf(b)) || byText(a.id, b.id);

function byAttention(a: Grouped, b: Grouped): number {
  const rank = (row: Grouped): number => listGroups.indexOf(groupOf(row));
  const isAfter = ({ pinned }: Grouped): number => (pinned ? 0 : 1);
  return rank(a) - rank(b) || isAfter(a) - isAfter(b) || sessionOrders.active(a, b);
}

export const listOrders: Readonly<Record<ListOrder, (a: Grouped, b: Grouped) => number>> = {
  ...sessionOrders,
  own,
  attention: byAttention,
};

export interface Section<Row extends Grouped> {
  group: ListGroup;
  /** Only the rest is by directory. */
  workspace: Grouped["workspace"] | null;
  rows: readonly Row[];
}

/**
 * Rows in sections, pinned ones on top of theirs. In each the rows keep the order in which they are given; directories are in the order of their first
 * row. Empty sections are left out.
 */
export function sectionsOf<Row extends Grouped>(rows: readonly Row[]): Section<Row>[] {
  const sections = new Map<string, Section<Row> & { rows: Row[] }>();
  for (const row of rows) {
    const group = groupOf(row);
    const workspace = group === "rest" ? row.workspace : null;
    const key = `${group} ${workspace?.id ?? ""}`;
    const known = sections.get(key);
    if (known) known.rows.push(row);
    else sections.set(key, { group, workspace, rows: [row] });
  }
  return [...sections.values()]
    .sort((a, b) => listGroups.indexOf(a.group) - listGroups.indexOf(b.group))
    .map((section) => ({ ...section, rows: pinnedFirst(section.rows) }));
}

const pinnedFirst = <Row extends Grouped>(rows: readonly Row[]): Row[] => [
  ...rows.filter(({ pinned }) => pinned),
  ...rows.filter(({ pinned }) => !pinned),
];
