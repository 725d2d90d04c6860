// Sessions below their sources: forks and cleared sessions.
import type { ListedSession } from "../../client/index.ts";

type Kin = Pick<ListedSession, "id" | "fork" | "after">;

export interface FamilyTree<T extends Kin> {
  readonly sessions: readonly T[];
  /** 0 if it has no source, or none that is listed. */
  readonly depths: ReadonlyMap<string, number>;
}

/** Siblings and roots keep their order. */
export function familyTree<T extends Kin>(given: readonly T[]): FamilyTree<T> {
  const listed = new Set(given.map(({ id }) => id));
  const children = Map.groupBy(given, (one) => {
    const parent = one.fork?.session ?? one.after;
    return parent !== undefined && listed.has(parent) ? parent : null;
  });
  const depths = new Map<string, number>();
  const sessions: T[] = [];
  // A stack instead of recursion: a chain of cleared sessions may be long.
  const waiting = (children.get(null) ?? []).map((one) => ({ one, depth: 0 })).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { one, depth } = next;
    sessions.push(one);
    depths.set(one.id, depth);
    waiting.push(...(children.get(one.id) ?? []).map((child) => ({ one: child, depth: depth + 1 })).reverse());
  }
  return { sessions, depths };
}
