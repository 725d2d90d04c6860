// What SQLite does for a question about some sessions: it finds each by its id, whatever the filter, and never goes through all of them.
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import type { SessionFilter } from "../../src/log/index.ts";
import { fittingSql } from "../../src/log/sqlite/list-sql.ts";
import { migrate } from "../../src/log/sqlite/migrate.ts";

const filters: readonly [string, SessionFilter][] = [
  ["of no filter", {}],
  ["of a workspace", { workspace: "w1" }],
  ["since a time", { since: "2026-01-01T00:00:00.000Z" }],
  ["in the trash", { shelves: ["trash"] }],
  ["of a status", { status: ["waiting"], agent: ["demo"], workspace: "w1", since: "2026-01-01T00:00:00.000Z" }],
];

test.each(filters)("some sessions, those %s, are found by their ids", (_, filter) => {
  const db = new DatabaseSync(":memory:");
  onTestFinished(() => db.close());
  migrate(db);
  const { sql, values } = fittingSql("SELECT summary FROM", ["a", "b"], filter);
  const plan = db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...values)
    .map(({ detail }) => String(detail));
  expect(plan.filter((step) => /\bsessions\b/.test(step))).toEqual([
    "SEARCH sessions USING INDEX sqlite_autoindex_sessions_1 (id=?)",
  ]);
});
