// Which sessions are listed and resolved: of a workspace or of all, archived ones on request, trashed ones only in the trash.
import { activityOf, type Shelf, sameName } from "../core/index.ts";
import { type ListedSession, type Log, type SessionFilter, sessionPages } from "../log/index.ts";

/** What a list may show; `all` is everything but the trash. */
export const shelvesShown: Readonly<Record<string, readonly Shelf[]>> = {
  listed: ["listed"],
  archived: ["archived"],
  all: ["listed", "archived"],
  trash: ["trash"],
};

/** Most recently active first, read lazily. */
export function* sessionsInOrder(log: Log, filter: SessionFilter = {}): Generator<ListedSession> {
  for (const page of sessionPages(log, filter)) yield* page;
}

/** Last deleted first. */
export const sessionsInTrash = (log: Log, filter: Pick<SessionFilter, "workspace"> = {}): ListedSession[] =>
  [...sessionsInOrder(log, { ...filter, shelves: ["trash"] })].sort(
    (a, b) => Date.parse(b.trash?.until ?? "") - Date.parse(a.trash?.until ?? ""),
  );

/** The sessions with this name there: at most one, unless something went wrong. */
export const holdersOf = (log: Log, name: string, workspace: string): string[] =>
  log
    .candidates(name)
    .filter((one) => one.workspaceId === workspace && one.name !== null && sameName(one.name, name))
    .map(({ id }) => id);

/** The last deleted session of the workspace with this name. */
export const trashedHolderOf = (log: Log, name: string, workspace: string): string | null =>
  sessionsInTrash(log, { workspace }).find((one) => one.name !== null && sameName(one.name, name))?.id ?? null;

const isListed = (row: ListedSession | null): row is ListedSession => row !== null && row.shelf === undefined;

/** The session that a workspace opens: the active one, else its latest. */
export function sessionHere(
  log: Log,
  workspace: string,
  fits: (row: ListedSession) => boolean = () => true,
): string | null {
  const active = log.workspace(workspace)?.activeSessionId ?? null;
  const row = active === null ? null : log.summary(active);
  if (isListed(row) && fits(row)) return row.id;
  for (const other of sessionsInOrder(log, { workspace })) if (fits(other)) return other.id;
  return null;
}

/** The session that is used if a workspace has none. */
export function sessionAnywhere(log: Log): string | null {
  const active = log.activeAnywhere();
  const row = active === null ? null : log.summary(active);
  return isListed(row) ? row.id : lastSelected(log).current;
}

/** The last selected session, in any workspace, and the one before it. */
export function lastSelected(log: Log): { current: string | null; previous: string | null } {
  const newest: { id: string; at: string }[] = [];
  for (const row of sessionsInOrder(log)) {
    const { id, selectedAt } = row;
    // Selecting counts as activity: sessions further down were selected earlier than both.
    if (newest[1] && activityOf(row) < newest[1].at) break;
    if (selectedAt === undefined) continue;
    newest.push({ id, at: selectedAt });
    newest.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).splice(2);
  }
  return { current: newest[0]?.id ?? null, previous: newest[1]?.id ?? null };
}

/** The session with the newest activity, in any workspace. */
export const latestSession = (log: Log): string | null => log.sessions({ limit: 1 })[0]?.id ?? null;
