// What lists, name resolution and a restart need of sessions, without reading their events.
import type { DatabaseSync } from "node:sqlite";
import type { Candidate, SessionState } from "../../core/index.ts";
import type { ListedSession, SessionQuery } from "../log.ts";
import { nativeKey } from "../prepare-change.ts";
import { LIMIT, prepare, prepareArrays } from "./statement.ts";

type Row = readonly [summary: string, id: string, workspace: string];

export function openSummaries(db: DatabaseSync) {
  const page = `(last_active_at, id) < (?, ?) ORDER BY last_active_at DESC, id DESC ${LIMIT}`;
  const columns = "SELECT summary, id, workspace FROM sessions";
  const selectOne = prepareArrays<Row>(db, `${columns} WHERE id = ?`);
  const selectPage = prepareArrays<Row>(db, `${columns} WHERE ${page}`);
  const selectPageOfWorkspace = prepareArrays<Row>(db, `${columns} WHERE workspace = ? AND ${page}`);
  const selectActive = prepare<{ id: string | null }>(db, "SELECT active_session AS id FROM workspaces WHERE id = ?");
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

  /** One look-up per workspace: joining it to every row takes as long as reading the rows. */
  function toLines(rows: readonly Row[]): string[] {
    const activeIn = new Map<string, string | null>();
    return rows.map(([summary, id, workspace]) => {
      let active = activeIn.get(workspace);
      if (active === undefined) {
        active = selectActive.get(workspace)?.id ?? null;
        activeIn.set(workspace, active);
      }
      return `${summary.slice(0, -1)},"active":${active === id}}`;
    });
  }

  function sessionLines({ workspace, after, limit }: SessionQuery): string[] {
    const { lastActiveAt, id } = after ?? BEFORE_ALL;
    if (workspace === undefined) return toLines(selectPage.all(lastActiveAt, id, limit));
    return toLines(selectPageOfWorkspace.all(workspace, lastActiveAt, id, limit));
  }

  return {
    summary(session: string): ListedSession | null {
      const row = selectOne.get(session);
      const [line] = row ? toLines([row]) : [];
      return line === undefined ? null : JSON.parse(line);
    },
    sessionLines,
    sessions: (query: SessionQuery): ListedSession[] => sessionLines(query).map((line) => JSON.parse(line)),
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

const BEFORE_ALL = { lastActiveAt: "\u{10ffff}", id: "" };
