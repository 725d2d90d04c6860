// Which sessions are in sight: archived ones where they are asked for, those in the trash nowhere but there. The one place that knows it.
import { setImmediate } from "node:timers/promises";
import { type Candidate, type Shelf, sameName } from "../core/index.ts";
import type { ListedSession, Log } from "../log/index.ts";

/** What a list shows; `all` is everything but the trash. */
export const sights = ["listed", "archived", "all", "trash"] as const;
export type Sight = (typeof sights)[number];

const shelvesIn: Readonly<Record<Sight, readonly Shelf[]>> = {
  listed: ["listed"],
  archived: ["archived"],
  all: ["listed", "archived"],
  trash: ["trash"],
};

export const isInSight = ({ shelf }: Pick<ListedSession, "shelf">, sight: Sight): boolean =>
  shelvesIn[sight].includes(shelf ?? "listed");

/** The same for a row that is not taken apart: in JSON this can only be a key, as quotes inside of texts are escaped. */
export const isLineInSight = (line: string, sight: Sight): boolean =>
  isInSight(line.includes('"shelf":') ? JSON.parse(line) : {}, sight);

const PAGE = 200;

/** Most recently active first, read as far as somebody asks. */
export function* sessionsInSight(
  log: Log,
  { workspace, sight = "listed" }: { workspace?: string; sight?: Sight } = {},
): Generator<ListedSession> {
  const place = workspace === undefined ? {} : { workspace };
  let page = log.sessions({ ...place, limit: PAGE });
  for (;;) {
    for (const row of page) if (isInSight(row, sight)) yield row;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    page = log.sessions({ ...place, after: last, limit: PAGE });
  }
}

/** What was deleted last comes first. */
export async function sessionsInTrash(log: Log): Promise<ListedSession[]> {
  const ids = log.sessionIds({});
  const rows: ListedSession[] = [];
  for (let at = 0; at < ids.length; at += PAGE) {
    const lines = log.sessionLines(ids.slice(at, at + PAGE)).filter((line) => isLineInSight(line, "trash"));
    rows.push(...lines.map((line) => JSON.parse(line) as ListedSession));
    await setImmediate();
  }
  return rows.sort((a, b) => Date.parse(b.trash?.until ?? "") - Date.parse(a.trash?.until ?? ""));
}

const isGone = (log: Log, id: string): boolean => log.summary(id)?.shelf === "trash";

/** Those that a name or the beginning of an id may mean. */
export const candidatesInSight = (log: Log, ref: string): Candidate[] =>
  log.candidates(ref).filter(({ id }) => !isGone(log, id));

/** The sessions that have this name there: one, unless something went wrong. */
export const holdersOf = (log: Log, name: string, workspace: string): string[] =>
  candidatesInSight(log, name)
    .filter((one) => one.workspaceId === workspace && one.name !== null && sameName(one.name, name))
    .map(({ id }) => id);

/** Of the names that begin so, those that are in use: what was deleted has left its name behind. */
export const namesInUse = (log: Log, workspace: string, beginning: string): string[] =>
  log
    .names(workspace)
    .filter(
      (name) => name.toLowerCase().startsWith(beginning.toLowerCase()) && holdersOf(log, name, workspace).length > 0,
    );

/** The session that a workspace opens: the active one, else its latest. */
export function sessionHere(
  log: Log,
  workspace: string,
  fits: (row: ListedSession) => boolean = () => true,
): string | null {
  const active = log.workspace(workspace)?.activeSessionId ?? null;
  const row = active === null ? null : log.summary(active);
  if (row && isInSight(row, "listed") && fits(row)) return row.id;
  for (const other of sessionsInSight(log, { workspace })) if (fits(other)) return other.id;
  return null;
}

/** The session that counts where a workspace has none. */
export function sessionAnywhere(log: Log): string | null {
  const active = log.activeAnywhere();
  const row = active === null ? null : log.summary(active);
  return row && isInSight(row, "listed") ? row.id : lastSelected(log).current;
}

/** The session that was selected last, in whichever workspace, and the one before it. */
export function lastSelected(log: Log): { current: string | null; previous: string | null } {
  const newest: { id: string; at: string }[] = [];
  for (const { id, lastActiveAt, selectedAt } of sessionsInSight(log)) {
    // To select is to be active: whoever comes now was selected earlier than both.
    if (newest[1] && lastActiveAt < newest[1].at) break;
    if (selectedAt === undefined) continue;
    newest.push({ id, at: selectedAt });
    newest.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).splice(2);
  }
  return { current: newest[0]?.id ?? null, previous: newest[1]?.id ?? null };
}

/** The one with the newest activity, in whichever workspace. */
export function latestSession(log: Log): string | null {
  for (const { id } of sessionsInSight(log)) return id;
  return null;
}
