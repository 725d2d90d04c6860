// The list of sessions in groups: those that need somebody first, then working, unread, the rest by directory; archived ones last.
import { activeAt, conditionOf, type Row, type Section } from "./condition.ts";

export interface Group {
  /** Stable: what is folded is remembered by it. */
  readonly key: string;
  readonly label: string;
  /** The whole path of a directory. */
  readonly hint: string | null;
  readonly rows: readonly Row[];
}

const labels: Readonly<Record<Exclude<Section, "rest">, string>> = {
  "needs-you": "Needs you",
  working: "Working",
  unread: "Unread",
  archived: "Archived",
};

/** Folded until somebody opens them. */
export const foldedAtFirst: ReadonlySet<string> = new Set(["archived"]);

const newestFirst = (a: Row, b: Row): number => {
  const [x, y] = [activeAt(a), activeAt(b)];
  return x < y ? 1 : x > y ? -1 : a.id < b.id ? 1 : -1;
};

export function groupSessions(rows: readonly Row[]): Group[] {
  const sections: Record<Exclude<Section, "rest">, Row[]> = { "needs-you": [], working: [], unread: [], archived: [] };
  const directories = new Map<string, Row[]>();
  for (const row of rows) {
    const { section } = conditionOf(row);
    if (section === "rest") {
      const same = directories.get(row.workspace.path);
      if (same) same.push(row);
      else directories.set(row.workspace.path, [row]);
    } else sections[section].push(row);
  }
  const section = (key: Exclude<Section, "rest">): Group[] => {
    const found = sections[key];
    return found.length === 0 ? [] : [{ key, label: labels[key], hint: null, rows: found.sort(newestFirst) }];
  };
  const names = shortNames([...directories.keys()]);
  const rest = [...directories].map(([path, some]): Group => {
    return { key: `in ${path}`, label: names.get(path) ?? path, hint: path, rows: some.sort(newestFirst) };
  });
  rest.sort((a, b) => (a.rows[0] && b.rows[0] ? newestFirst(a.rows[0], b.rows[0]) : 0));
  return [...section("needs-you"), ...section("working"), ...section("unread"), ...rest, ...section("archived")];
}

/** The last part of each path, with as much before it as tells it from the others. */
export function shortNames(paths: readonly string[]): Map<string, string> {
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
