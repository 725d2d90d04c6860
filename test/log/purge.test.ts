// What a purge means for the file: space is given back, nothing is found again in free pages, and a recovery does not take it for a loss.
import { readFileSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { type Log, openSqliteLog, prepareDatabase } from "../../src/log/index.ts";
import { makeBackup } from "../../src/log/sqlite/backup/make-backup.ts";
import { A, B, C, changeFor, eventFor, summaryFor } from "../contracts/log/samples.ts";
import { trashed } from "../contracts/log/shelves.ts";
import { temporaryPath } from "./temporary-log.ts";

const SECRET = "what-nobody-is-to-read-again";

const wordy = (session: string, count: number) => ({
  events: Array.from({ length: count }, (_, index) =>
    eventFor(session, index + 1, { data: { messageId: "m1", text: `${SECRET} ${"w".repeat(2000)}` } }),
  ),
});

async function fill(log: Log): Promise<void> {
  await log.append(changeFor(B, [1, 20]));
  const summary = { ...summaryFor(A, {}, 3000), ...trashed };
  await log.append(changeFor(A, [1, 0], { ...wordy(A, 3000), summary }));
  await log.append(changeFor(C, [1, 5]));
}

test("the file is as small as what is left in it, and has nothing of what went", async () => {
  const path = temporaryPath();
  const log = openSqliteLog({ path });
  await fill(log);
  expect(await log.purge([A])).toEqual({ sessions: 1, events: 3000, kept: 0 });
  await log.close();
  expect(statSync(path).size).toBeLessThan(500_000);
  expect(readFileSync(path).includes(SECRET)).toBe(false);
});

test("a file of an older version is written anew when more than half of it is free, and can be cut in slices afterwards", async () => {
  const path = temporaryPath();
  const old = new DatabaseSync(path);
  old.exec("PRAGMA auto_vacuum = NONE; PRAGMA journal_mode = WAL; CREATE TABLE x (y); DROP TABLE x");
  old.close();
  const log = openSqliteLog({ path });
  await fill(log);
  await log.purge([A]);
  expect(log.verify(B)).toBeNull();
  await log.close();
  expect(statSync(path).size).toBeLessThan(500_000);
  const db = new DatabaseSync(path, { readOnly: true });
  expect(db.prepare("PRAGMA auto_vacuum").get()).toEqual({ auto_vacuum: 2 });
  db.close();
});

test("who reads while a session is being removed sees it as it was before or after a slice, and never takes that for damage", async () => {
  const log = openSqliteLog({ path: temporaryPath(), isThreaded: true });
  await fill(log);
  let isOver = false;
  const purged = log.purge([A]).finally(() => {
    isOver = true;
  });
  let pages = 0;
  while (!isOver) {
    for (let after = 0, more = true; more; pages++)
      ({ lastCommit: after, more } = log.readCommits({ after, limit: 50 }));
    await new Promise(setImmediate);
  }
  expect(await purged).toMatchObject({ sessions: 1, events: 3000 });
  expect(pages).toBeGreaterThan(0);
  expect(log.condition()).toEqual({ kind: "writable" });
  expect(log.readCommits({ after: 0, limit: 100 }).events).toHaveLength(25);
  await log.close();
});

test("a recovery knows what was purged from what was lost", async () => {
  const path = temporaryPath();
  const log = openSqliteLog({ path });
  await fill(log);
  await log.append(changeFor(B, [21, 25]));
  await log.purge([A]);
  const { epoch } = log;
  await log.close();
  const places = { path, backups: `${path}-backups`, damaged: `${path}-damaged`, environments: `${path}-environments` };
  const report = prepareDatabase(places, { now: "2026-05-04T10:00:00.000Z", isDamaged: true });
  expect(report).toMatchObject({ sessions: 2, events: { found: 30, lost: 0 }, newEpoch: false, missing: [] });
  const recovered = openSqliteLog({ path });
  expect([recovered.epoch, recovered.summary(A), recovered.verify(B), recovered.verify(C)]).toEqual([
    epoch,
    null,
    null,
    null,
  ]);
  const { lastCommit } = await recovered.append(changeFor(B, [26, 26]));
  expect(lastCommit).toBe(3031);
  await recovered.close();
});

test("the part of a deleted session that forks need stays hidden through a recovery", async () => {
  const path = temporaryPath();
  const log = openSqliteLog({ path });
  await log.append(changeFor(A, [1, 50], { summary: { ...summaryFor(A, {}, 50), ...trashed } }));
  await log.append(changeFor(B, [31, 35], { base: { session: A, seq: 30 } }));
  await log.purge([A]);
  await log.close();
  const places = { path, backups: `${path}-backups`, damaged: `${path}-damaged`, environments: `${path}-environments` };
  expect(prepareDatabase(places, { now: "2026-05-04T10:00:00.000Z", isDamaged: true })).toMatchObject({
    events: { found: 35, lost: 0 },
  });
  const recovered = openSqliteLog({ path });
  expect([recovered.summary(A), recovered.sessionIds({}), recovered.verify(B)]).toEqual([null, [B], null]);
  expect(recovered.read({ session: B, after: 0, limit: 99 }).events).toHaveLength(35);
  await recovered.close();
});

test("deleted events do not come back from a backup when forks need the others", async () => {
  const path = temporaryPath();
  const places = { path, backups: `${path}-backups`, damaged: `${path}-damaged`, environments: `${path}-environments` };
  const log = openSqliteLog({ path });
  await log.append(changeFor(A, [1, 50], { summary: { ...summaryFor(A, {}, 50), ...trashed } }));
  await log.append(changeFor(B, [31, 35], { base: { session: A, seq: 30 } }));
  makeBackup(places, { now: "2026-05-04T09:00:00.000Z", reason: "request" });
  await log.purge([A]);
  await log.close();
  const db = new DatabaseSync(path);
  db.exec("DELETE FROM events WHERE seq = 7");
  db.close();
  expect(prepareDatabase(places, { now: "2026-05-04T10:00:00.000Z", isDamaged: true })).toMatchObject({
    events: { found: 35, lost: 0 },
    missing: [],
  });
});

test("rows from before a column was added are found by a recovery", async () => {
  const path = temporaryPath();
  const log = openSqliteLog({ path });
  await log.append(changeFor(A, [1, 5]));
  await log.close();
  const db = new DatabaseSync(path);
  // As it is after the migration: the rows themselves were not written again.
  db.exec("DROP INDEX sessions_by_activity; DROP INDEX sessions_by_workspace; DROP INDEX sessions_out_of_sight");
  db.exec("ALTER TABLE sessions DROP COLUMN shelf; ALTER TABLE sessions ADD COLUMN shelf INTEGER NOT NULL DEFAULT 0");
  db.close();
  const places = { path, backups: `${path}-backups`, damaged: `${path}-damaged`, environments: `${path}-environments` };
  const report = prepareDatabase(places, { now: "2026-05-04T10:00:00.000Z", isDamaged: true });
  expect(report).toMatchObject({ sessions: 1, events: { found: 5, lost: 0 }, newEpoch: false });
  const recovered = openSqliteLog({ path });
  expect([recovered.summary(A)?.id, recovered.verify(A)]).toEqual([A, null]);
  await recovered.close();
});

test("many sessions go in slices, and others are not kept waiting for all of them", async () => {
  const log = openSqliteLog({ path: temporaryPath() });
  const idOf = (n: number): string => `${String(n).padStart(8, "0")}-0000-4000-8000-000000000000`;
  const ids = Array.from({ length: 450 }, (_, n) => idOf(n));
  await Promise.all(
    ids.map((id) => log.append(changeFor(id, [1, 7], { summary: { ...summaryFor(id, {}, 7), ...trashed } }))),
  );
  await log.append(changeFor(A, [1, 1]));
  let isOver = false;
  const purging = log.purge(ids).finally(() => {
    isOver = true;
  });
  let seq = 1;
  while (!isOver) await log.append(changeFor(A, [++seq, seq]));
  expect(await purging).toEqual({ sessions: 450, events: 3150, kept: 0 });
  expect(seq).toBeGreaterThan(5);
  expect([log.sessionIds({ shelves: ["listed", "archived", "trash"] }), log.verify(A)]).toEqual([[A], null]);
  await log.close();
});
