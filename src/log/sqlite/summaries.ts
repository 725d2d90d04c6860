// What lists, name resolution and a restart need of sessions, without reading their events.
import type { DatabaseSync } from "node:sqlite";
import type { Candidate, SessionState } from "../../core/index.ts";
import type { ListedSession, SessionQuery } from "../log.ts";
import { nativeKey } from "../prepare-change.ts";
import { LIMIT, prepare, prepareArrays } from "./statement.ts";

type Row = readonly [summary: string, isActive: 0 | 1];

export function openSummaries(db: DatabaseSync) {
  const order = "ORDER BY last_active_at DESC, id DESC";
  const page = `(last_active_at, id) < (?, ?) ${order} ${LIMIT}`;
  const columns = `SELECT summary, EXISTS (
      SELECT 1 FROM workspaces WHERE workspaces.id = sessions.workspace AND active_session = sessions.id
    ) FROM`;
  const selectOne = prepareArrays<Row>(db, `${columns} sessions WHERE id = ?`);
  const selectPage = prepareArrays<Row>(db, `${columns} sessions WHERE ${page}`);
  const selectPageOfWorkspace = prepareArrays<Row>(db, `${columns} sessions WHERE workspace = ? AND ${page}`);
  const selectIds = prepareArrays<[string]>(db, `SELECT id FROM sessions ${order}`);
  const selectIdsOfWorkspace = prepareArrays<[string]>(db, `SELECT id FROM sessions WHERE workspace = ? ${order}`);
  // Given as one list: asked for one by one, 10,000 of them take four times as long.
  const selectThese = prepareArrays<Row>(
    db,
    `${columns} json_each(?) AS wanted CROSS JOIN sessions ON sessions.id = wanted.value`,
  );
  const selectCandidates = prepare<Candidate>(
    db,
    `WITH wanted AS (SELECT ? AS ref)
     SELECT id, name, workspace AS workspaceId FROM sessions, wanted
     WHERE name_key = ref OR (id >= ref AND id < ref || char(0x10ffff))
     ORDER BY last_active_at DESC, id DESC`,
  );
  const selectNames = prepare<{ name: string }>(
    db,
    "SELECT name FROM sessions WHERE workspace = ? AND name IS NOT NULL ORDER BY key",
  );
  const selectBusy = prepare<{ id: string }>(db, "SELECT id FROM sessions WHERE busy = 1 ORDER BY key");
  const selectNative = prepare<{ id: string }>(db, "SELECT id FROM sessions WHERE native_key = ? ORDER BY key LIMIT 1");
  const selectSnapshot = prepare<{ state: string }>(
    db,
    "SELECT state FROM snapshots WHERE session = (SELECT key FROM sessions WHERE id = ?)",
  );

  function sessions({ workspace, after, limit }: SessionQuery): ListedSession[] {
    const { lastActiveAt, id } = after ?? BEFORE_ALL;
    const rows =
      workspace === undefined
        ? selectPage.all(lastActiveAt, id, limit)
        : selectPageOfWorkspace.all(workspace, lastActiveAt, id, limit);
    return rows.map((row) => JSON.parse(lineOf(row)));
  }

  return {
    summary(session: string): ListedSession | null {
      const row = selectOne.get(session);
      return row ? JSON.parse(lineOf(row)) : null;
    },
    sessions,
    sessionIds({ workspace }: { workspace?: string }): string[] {
      const rows = workspace === undefined ? selectIds.all() : selectIdsOfWorkspace.all(workspace);
      return rows.map(([id]) => id);
    },
    sessionLines: (ids: readonly string[]): string[] => selectThese.all(JSON.stringify(ids)).map(lineOf),
    candidates: (ref: string): Candidate[] =>
      ref === "" ? [] : selectCandidates.all(ref.toLowerCase()).map((row) => ({ ...row })),
    names: (workspace: string): string[] => selectNames.all(workspace).map(({ name }) => name),
    sessionOfNative: (agent: string, nativeId: string): string | null =>
      selectNative.get(nativeKey(agent, nativeId))?.id ?? null,
    busySessions: (): string[] => selectBusy.all().map(({ id }) => id),
    snapshot(session: string): SessionState | null {
      const row = selectSnapshot.get(session);
      return row ? JSON.parse(row.state) : null;
    },
  };
}

const lineOf = ([summary, isActive]: Row): string => `${summary.slice(0, -1)},"active":${isActive === 1}}`;

const BEFORE_ALL = { lastActiveAt: "\u{10ffff}", id: "" };
