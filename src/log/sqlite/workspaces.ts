// Workspaces, and which session is selected in each.
import type { DatabaseSync } from "node:sqlite";
import type { WorkspaceRecord } from "../log.ts";
import { shelfNumbers } from "../shelf.ts";
import { prepare } from "./statement.ts";

export type Workspaces = ReturnType<typeof openWorkspaces>;

/** A trashed session is not returned as selected; after it is restored, it is again. */
const IS_GONE = `EXISTS (SELECT 1 FROM sessions WHERE sessions.id = active_session AND shelf >= ${shelfNumbers.trash})`;

export function openWorkspaces(db: DatabaseSync) {
  const select = prepare<WorkspaceRecord>(
    db,
    `SELECT id, path, repo_id AS repoId, created_at AS createdAt, last_attached_at AS lastAttachedAt,
       CASE WHEN ${IS_GONE} THEN NULL ELSE active_session END AS activeSessionId
     FROM workspaces WHERE id = ?`,
  );
  const upsert = prepare(
    db,
    `INSERT INTO workspaces (id, path, repo_id, created_at, last_attached_at, active_session, touched)
     VALUES (?, ?, ?, ?, ?, ?, (SELECT coalesce(max(touched), 0) + 1 FROM workspaces))
     ON CONFLICT (id) DO UPDATE SET path = excluded.path, repo_id = excluded.repo_id, created_at = excluded.created_at,
       last_attached_at = excluded.last_attached_at, active_session = excluded.active_session, touched = excluded.touched`,
  );
  const newestActive = prepare<{ id: string }>(
    db,
    `SELECT active_session AS id FROM workspaces WHERE active_session IS NOT NULL AND NOT ${IS_GONE}
     ORDER BY touched DESC LIMIT 1`,
  );
  return {
    workspace(id: string): WorkspaceRecord | null {
      const row = select.get(id);
      return row ? { ...row } : null;
    },
    activeAnywhere: (): string | null => newestActive.get()?.id ?? null,
    put({ id, path, repoId, createdAt, lastAttachedAt, activeSessionId }: WorkspaceRecord): void {
      upsert.run(id, path, repoId, createdAt, lastAttachedAt, activeSessionId);
    },
  };
}
