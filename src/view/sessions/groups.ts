// The list of sessions in groups with headings, in the order of core/list-groups.
import { type ListGroup, listOrders, sectionsOf } from "../../core/list-groups.ts";
import type { Row } from "./display-status.ts";

export interface Group {
  /** Stable: folded groups are stored by it. */
  readonly key: string;
  readonly label: string;
  /** The whole path of a directory. */
  readonly hint: string | null;
  readonly rows: readonly Row[];
  /** False: the rows were not loaded yet. */
  readonly isKnown?: boolean;
}

/** By what needs somebody and by time, or the person's own order. */
export type GroupOrder = "attention" | "own";

const labels: Readonly<Record<Exclude<ListGroup, "rest">, string>> = {
  needs_you: "Needs you",
  working: "Working",
  unread: "Unread",
  snoozed: "Snoozed",
  archived: "Archived",
};

export const TRASH = "trash";

/** Folded by default. */
export const foldedAtFirst: ReadonlySet<string> = new Set(["snoozed", "archived", TRASH]);

/** `rows` are already in the order of `attention`, like the live list: sorting 10,000 rows would be the slowest part. */
export function groupSessions(rows: readonly Row[], order: GroupOrder): Group[] {
  const sections = sectionsOf(order === "own" ? rows.toSorted(listOrders.own) : rows);
  const names = shortNames(sections.flatMap(({ workspace }) => workspace?.path ?? []));
  return sections.map(({ group, workspace, rows }): Group => {
    if (group !== "rest") return { key: group, label: labels[group], hint: null, rows };
    const path = workspace?.path ?? "";
    return { key: `in ${path}`, label: names.get(path) ?? path, hint: path, rows };
  });
}

/** The group of deleted sessions; unknown until they are loaded. */
export const trashGroup = (rows: readonly Row[] | null): Group => ({
  key: TRASH,
  label: "Trash",
  hint: "Deleted sessions, kept for seven days",
  rows: rows ?? [],
  isKnown: rows !== null,
});

/** The last segment of each path, with as many segments before it as make it unique. */
function shortNames(paths: readonly string[]): Map<string, string> {
  const partsOf = (path: string): string[] => path.split("/").filter(Boolean);
  const nameWith = (path: string, count: number): string => partsOf(path).slice(-count).join("/") || path;
  const names = new Map<string, string>();
  let open = [...new Set(paths)];
  for (let count = 1; open.length > 0; count++) {
    const byName = Map.groupBy(open, (path) => nameWith(path, count));
    open = [];
    for (const [name, same] of byName) {
      const [first] = same;
      const isWhole = same.every((path) => partsOf(path).length <= count);
      if (first !== undefined && same.length === 1) names.set(first, name);
      else if (isWhole) for (const path of same) names.set(path, path);
      else open.push(...same);
    }
  }
  return names;
}
