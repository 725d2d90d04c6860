// The order of sessions in lists, for the log and for clients that sort themselves.

import type { Summary } from "./summary.ts";

/** `active`: most recently active first (the default); `created`: newest first; `name`: by name, unnamed ones last. */
export type SessionOrder = "active" | "created" | "name";

/** The fields of a row that the order uses. */
export interface Placed {
  id: string;
  lastActiveAt?: string;
  activityAt?: string;
  createdAt?: string;
  name?: string | null;
}

/** The last activity of anyone; in a row of an earlier version, of a person. */
export const activityOf = ({ activityAt, lastActiveAt = "" }: Pick<Placed, "activityAt" | "lastActiveAt">): string =>
  activityAt ?? lastActiveAt;

/** When it was last active, for people. While its agent works, that is its newest event. */
export function activeAt(
  row: Pick<Summary, "status" | "reason" | "updatedAt" | "lastActiveAt" | "activityAt">,
): string {
  const { status, reason, updatedAt } = row;
  const activity = activityOf(row);
  const isAtWork = status === "running" || status === "starting" || reason.code === "background";
  return isAtWork && updatedAt > activity ? updatedAt : activity;
}

const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isHalf = (unit: string): boolean => unit >= "\ud800" && unit <= "\udfff";

/** By code points, as SQLite compares: in UTF-16, some two-unit characters sort before one-unit ones. */
function byCodePoint(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [x = "", y = ""] = [a[at], b[at]];
  if (isHalf(x) === isHalf(y)) return ascending(x, y);
  return isHalf(x) ? 1 : -1;
}

/** Sorts after every text. */
const LAST = "\u{10ffff}";
const nameOf = ({ name }: Placed): string => name?.toLowerCase() ?? LAST;

export const sessionOrders: Readonly<Record<SessionOrder, (a: Placed, b: Placed) => number>> = {
  active: (a, b) => ascending(activityOf(b), activityOf(a)) || ascending(b.id, a.id),
  created: (a, b) => ascending(b.createdAt ?? "", a.createdAt ?? "") || ascending(b.id, a.id),
  name: (a, b) => byCodePoint(nameOf(a), nameOf(b)) || ascending(a.id, b.id),
};
