// A log of an older version whose migration is killed: it is the old one or the new one, and every event is there.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openSqliteLog } from "../../src/log/index.ts";
import { verifyDatabase } from "../../src/log/sqlite/backup/verify-database.ts";
import { migrations } from "../../src/log/sqlite/schema.ts";
import { temporaryPath } from "../log/temporary-log.ts";
import { startChild } from "./log-child.ts";

const recording = readFileSync(join(import.meta.dirname, "../recordings/logs/v1.sql"), "utf8");
const later = migrations.slice(1).flat();

const migrateAndDie = `
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = WAL");
  db.function("die", () => process.kill(process.pid, "SIGKILL"));
  const later = migrations.slice(1).flat();
  migrate(db, [migrations[0], [...later.slice(0, Number(args[0])), "SELECT die()"]]);
`;

test.for([...later.keys(), later.length])("after %i of its statements", async (point) => {
  const path = temporaryPath();
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode = WAL; BEGIN; ${recording} COMMIT`);
  db.close();
  const before = verifyDatabase(path);
  expect(before.version).toBe(1);
  expect(await startChild(migrateAndDie, [path, String(point)]).ended).toBe("SIGKILL");
  expect(verifyDatabase(path)).toEqual(before);
  const log = openSqliteLog({ path });
  expect(log.sessions({ limit: 99 })).toHaveLength(before.sessions);
  await log.close();
  expect(verifyDatabase(path)).toEqual({ ...before, version: migrations.length });
});
