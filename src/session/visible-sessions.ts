// Which sessions are meant and shown: of a workspace, of all of them, archived ones where they are asked for, the trash nowhere but there.
import { type Shelf, sameName } from "../core/index.ts";
import type { ListedSession, Log, SessionFilter } from "../log/index.ts";

/** What a list may show; `all` is everything but the trash. */
export const shelvesShown: Readonly<Record<string, readonly Shelf[]>> = {
  listed: ["listed"],
  archived: ["archived"],
  all: ["listed", "archived"],
  trash: ["trash"],
};

const PAGE = 200;

/** Most recently active first, read as far as somebody asks. */
export function* sessionsInOrder(log: Log, filter: SessionFilter = {}): Generator<ListedSession> {
  let page = log.sessions({ ...filter, limit: PAGE });
  for (;;) {
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    page = log.sessions({ ...filter, after: last, limit: PAGE });
  }
}

/** What was deleted last comes first. */
export const sessionsInTrash = (log: Log, filter: Pick<SessionFilter, "workspace"> = {}): ListedSession[] =>
  [...sessionsInOrder(log, { ...filter, shelves: ["trash"] })].sort(
    (a, b) => Date.parse(b.trash?.until ?? "") - Date.parse(a.trash?.until ?? ""),
  );

/** The sessions that have this name there: one, unless something went wrong. */
export const holdersOf = (log: Log, name: string, workspace: string): string[] =>
  log
    .candidates(name)
    .filter((one) => one.workspaceId === workspace && one.name !== null && sameName(one.name, name))
    .map(({ id }) => id);

/** The session of the workspace that had this name and was deleted last. */
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

/** The session that counts where a workspace has none. */
export function sessionAnywhere(log: Log): string | null {
  const active = log.activeAnywhere();
  const row = active === null ? null : log.summary(active);
  return isListed(row) ? row.id : lastSelected(log).current;
}

/** The session that was selected last, in whichever workspace, and the one before it. */
export function lastSelected(log: Log): { current: string | null; previous: string | null } {
  const newest: { id: string; at: string }[] = [];
  for (const { id, lastActiveAt, selectedAt } of sessionsInOrder(log)) {
    // To select is to be active: whoever comes now was selected earlier than both.
    if (newest[1] && lastActiveAt < newest[1].at) break;
    if (selectedAt === undefined) continue;
    newest.push({ id, at: selectedAt });
    newest.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).splice(2);
  }
  return { current: newest[0]?.id ?? null, previous: newest[1]?.id ?? null };
}

/** The one with the newest activity, in whichever workspace. */
export const latestSession = (log: Log): string | null => log.sessions({ limit: 1 })[0]?.id ?? null;
