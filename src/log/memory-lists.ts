// The memory log's lists: queries about sessions that need no events.
import { sessionOrders } from "../core/index.ts";
import type { ListedSession, Log, SessionFilter, SessionQuery } from "./log.ts";
import type { MemorySession } from "./memory-session.ts";
import { nativeKey } from "./prepare-change.ts";
import { shelfNumbers, shelfOfSummary } from "./shelf.ts";

type Lists = Pick<
  Log,
  | "summary"
  | "sessions"
  | "sessionIds"
  | "sessionLines"
  | "fitting"
  | "candidates"
  | "names"
  | "busySessions"
  | "sessionOfNative"
>;

export function createMemoryLists(
  sessions: ReadonlyMap<string, MemorySession>,
  isSelected: (id: string, workspace: string) => boolean,
): Lists {
  const rowOf = ([id, { row }]: readonly [string, MemorySession]): ListedSession => ({
    ...JSON.parse(row.summary),
    active: isSelected(id, row.workspace),
  });
  const below = (shelf: number): [string, MemorySession][] => [...sessions].filter(([, { row }]) => row.shelf < shelf);
  const summary = (id: string): ListedSession | null => {
    const session = sessions.get(id);
    return session && session.row.shelf < shelfNumbers.purged ? rowOf([id, session]) : null;
  };
  const list = ({ after, limit, sort = "active", ...filter }: SessionQuery): ListedSession[] =>
    below(shelfNumbers.purged)
      .map(rowOf)
      .filter((row) => isWanted(row, filter) && (!after || sessionOrders[sort](after, row) < 0))
      .sort(sessionOrders[sort])
      .slice(0, limit);

  return {
    summary,
    sessions: list,
    sessionIds: (filter) => list({ ...filter, limit: Number.POSITIVE_INFINITY }).map(({ id }) => id),
    sessionLines: (ids) =>
      ids.flatMap((id) => {
        const row = summary(id);
        return row ? [JSON.stringify(row)] : [];
      }),
    fitting(ids, filter) {
      const rows = ids.flatMap((id) => summary(id) ?? []).filter((row) => isWanted(row, filter));
      return new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
    },
    candidates(ref) {
      const key = ref.toLowerCase();
      return below(shelfNumbers.trash)
        .map(([id, { row }]) => ({ ...row, id }))
        .filter(({ id, name }) => key !== "" && (name?.toLowerCase() === key || id.startsWith(key)))
        .sort(sessionOrders.active)
        .map(({ id, name, workspace }) => ({ id, name, workspaceId: workspace }));
    },
    names: (workspace) =>
      below(shelfNumbers.trash).flatMap(([, { row }]) =>
        row.workspace === workspace && row.name !== null ? [row.name] : [],
      ),
    busySessions: () => [...sessions].filter(([, { row }]) => row.isBusy).map(([id]) => id),
    sessionOfNative: (agent, nativeId) =>
      [...sessions].find(([, { row }]) => row.nativeKey === nativeKey(agent, nativeId))?.[0] ?? null,
  };
}

function isWanted(
  row: ListedSession,
  { workspace, shelves = ["listed"], status, agent, since }: SessionFilter,
): boolean {
  return (
    shelves.includes(shelfOfSummary(row)) &&
    (workspace === undefined || row.workspace.id === workspace) &&
    (status?.includes(row.status) ?? true) &&
    (agent?.includes(row.agent) ?? true) &&
    (since === undefined || row.lastActiveAt >= since)
  );
}
