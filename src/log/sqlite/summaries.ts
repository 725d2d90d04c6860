// Queries for lists, name resolution and restarts that need no events.
import type { DatabaseSync } from "node:sqlite";
import type { Candidate, SessionState } from "../../core/index.ts";
import type { ListedSession, SessionFilter, SessionQuery } from "../log.ts";
import { nativeKey } from "../prepare-change.ts";
import { shelfNumbers } from "../shelf.ts";
import { fittingSql, idsSql, pageSql } from "./list-sql.ts";
import { prepare, prepareArrays, type Statement } from "./statement.ts";

type Row = readonly [summary: string, isActive: 0 | 1];

const IN_SIGHT = `shelf < ${shelfNumbers.trash}`;
const IS_THERE = `shelf <= ${shelfNumbers.trash}`;

export function openSummaries(db: DatabaseSync) {
  const isActive = `EXISTS (
      SELECT 1 FROM workspaces WHERE workspaces.id = sessions.workspace AND active_session = sessions.id
    )`;
  const columns = `SELECT summary, ${isActive} FROM`;
  /** One per query shape; there are few. */
  const statements = new Map<string, Statement<readonly unknown[]>>();
  const statementFor = <R extends readonly unknown[]>(sql: string): Statement<R> => {
    const known = statements.get(sql) ?? prepareArrays<readonly unknown[]>(db, sql);
    statements.set(sql, known);
    return known as Statement<R>;
  };
  const selectOne = prepareArrays<Row>(db, `${columns} sessions WHERE id = ? AND ${IS_THERE}`);
  // As one list: 10,000 single queries take four times as long.
  const selectThese = prepareArrays<Row>(
    db,
    `${columns} json_each(?) AS wanted CROSS JOIN sessions ON sessions.id = wanted.value AND ${IS_THERE}`,
  );
  const selectCandidates = prepare<Candidate>(
    db,
    `WITH wanted AS (SELECT ? AS ref)
     SELECT id, name, workspace AS workspaceId FROM sessions, wanted
     WHERE (name_key = ref OR (id >= ref AND id < ref || char(0x10ffff))) AND ${IN_SIGHT}
     ORDER BY last_active_at DESC, id DESC`,
  );
  const selectNames = prepare<{ name: string }>(
    db,
    `SELECT name FROM sessions WHERE workspace = ? AND name IS NOT NULL AND ${IN_SIGHT} ORDER BY key`,
  );
  const selectBusy = prepare<{ id: string }>(db, "SELECT id FROM sessions WHERE busy = 1 ORDER BY key");
  const selectNative = prepare<{ id: string }>(db, "SELECT id FROM sessions WHERE native_key = ? ORDER BY key LIMIT 1");
  const selectSnapshot = prepare<{ state: string }>(
    db,
    "SELECT state FROM snapshots WHERE session = (SELECT key FROM sessions WHERE id = ?)",
  );

  return {
    summary(session: string): ListedSession | null {
      const row = selectOne.get(session);
      return row ? JSON.parse(lineOf(row)) : null;
    },
    sessions(query: SessionQuery): ListedSession[] {
      const { sql, values } = pageSql(columns, query);
      return statementFor<Row>(sql)
        .all(...values)
        .map((row) => JSON.parse(lineOf(row)));
    },
    sessionIds(filter: SessionFilter): string[] {
      const { sql, values } = idsSql(filter);
      return statementFor<[string]>(sql)
        .all(...values)
        .map(([id]) => id);
    },
    sessionLines: (ids: readonly string[]): string[] => selectThese.all(JSON.stringify(ids)).map(lineOf),
    fitting(ids: readonly string[], filter: SessionFilter): Map<string, string> {
      const { sql, values } = fittingSql(`SELECT summary, ${isActive}, sessions.id FROM`, ids, filter);
      const rows = statementFor<readonly [...Row, id: string]>(sql).all(...values);
      return new Map(rows.map(([summary, isActive, id]) => [id, lineOf([summary, isActive])]));
    },
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
