// Long texts in the tables of SQLite: what only shows in the file itself.
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { SkeinError } from "../../src/core/index.ts";
import { type Log, openSqliteLog } from "../../src/log/index.ts";
import { migrate } from "../../src/log/sqlite/migrate.ts";
import { migrations } from "../../src/log/sqlite/schema.ts";
import { A, changeFor, eventFor } from "../contracts/log/samples.ts";
import { until } from "../kit/until.ts";
import { temporaryLog, temporaryPath } from "./temporary-log.ts";

const HOUR_MS = 60 * 60_000;

const referring = (seq: number, hash: string) =>
  changeFor(A, [1, 0], {
    events: [eventFor(A, seq, { data: { text: "x", blobs: [{ at: "/text", from: 0, to: 1, hash, bytes: 9 }] } })],
  });

const contentOf = (log: Log, hash: string): Buffer => Buffer.concat([...(log.blob(hash)?.parts() ?? [])]);

test("a text is in parts of a quarter of a megabyte, and there once", async () => {
  const { log, outside } = temporaryLog();
  const bytes = new Uint8Array(1_000_000).fill(7);
  for (let copy = 0; copy < 3; copy++) {
    const writer = log.openBlob();
    await writer.write(bytes.slice());
    await writer.finish();
  }
  const hash = createHash("sha256").update(bytes).digest("hex");
  await log.append(referring(1, hash));
  for (let hours = 0; hours < 3; hours++) await log.collectGarbage(hours * HOUR_MS);
  const parts = outside.prepare("SELECT length(bytes) AS n FROM blob_parts ORDER BY part").all();
  expect(parts.map(({ n }) => n)).toEqual([262_144, 262_144, 262_144, 213_568]);
  expect(outside.prepare("SELECT hash, bytes FROM blobs").all()).toEqual([{ hash, bytes: 1_000_000 }]);
});

test("what a daemon that died left half-written is garbage to the next", async () => {
  const temporary = temporaryLog();
  const half = temporary.log.openBlob();
  await half.write(new Uint8Array(300_000));
  const log = await temporary.reopen();
  await expect(half.write(new Uint8Array(1))).rejects.toMatchObject({ code: "log_closed" });
  expect(await log.collectGarbage(0)).toBe(0);
  expect(await log.collectGarbage(HOUR_MS)).toBe(1);
  const { blobs, parts } = temporary.outside
    .prepare("SELECT (SELECT count(*) FROM blobs) AS blobs, (SELECT count(*) FROM blob_parts) AS parts")
    .get() as { blobs: number; parts: number };
  expect([blobs, parts]).toEqual([0, 0]);
});

test("a text that was under way when the log opened anew is to be written again: blob_lost", async () => {
  const { log, path } = temporaryLog();
  await log.append(changeFor(A, [1, 0]));
  const writer = log.openBlob();
  await writer.write(new Uint8Array(300_000));
  let isReopened = false;
  log.listen({
    reopened: () => {
      isReopened = true;
    },
  });
  log.repair(new SkeinError("storage_damaged", `${path} is damaged.`));
  await until("the log to be open again", () => isReopened);
  await expect(writer.write(new Uint8Array(1))).rejects.toMatchObject({ code: "blob_lost" });
  const again = log.openBlob();
  await again.write(new Uint8Array(300_000));
  expect(await again.finish()).toMatchObject({ bytes: 300_000 });
});

test("a reader whose text vanishes hears of it, and never gets less without a word", async () => {
  const { log, outside } = temporaryLog();
  const writer = log.openBlob();
  await writer.write(new Uint8Array(600_000));
  const { hash } = await writer.finish();
  const parts = log.blob(hash)!.parts();
  expect(parts.next().value).toHaveLength(262_144);
  outside.exec("DELETE FROM blob_parts WHERE part = 2");
  parts.next();
  expect(() => parts.next()).toThrow(expect.objectContaining({ code: "blob_gone" }));
});

test("a log of the first version takes long texts after it was brought up to date, and its long events stay as they are", async () => {
  const path = temporaryPath();
  const first = openSqliteLog({ path });
  const data = { messageId: "m1", text: "v".repeat(500_000) };
  await first.append(changeFor(A, [1, 0], { events: [eventFor(A, 1, { data })] }));
  await first.close();
  const old = new DatabaseSync(path);
  old.exec("DROP TABLE blobs; DROP TABLE blob_parts; DROP TABLE blob_refs; PRAGMA user_version = 1");
  old.exec("DROP INDEX sessions_by_activity; DROP INDEX sessions_by_workspace; DROP INDEX sessions_out_of_sight");
  old.exec("DROP INDEX sessions_by_base; ALTER TABLE sessions DROP COLUMN shelf; ALTER TABLE meta DROP COLUMN purged");
  old.exec("CREATE INDEX sessions_by_activity ON sessions (last_active_at, id)");
  old.exec("CREATE INDEX sessions_by_workspace ON sessions (workspace, last_active_at, id)");
  const tables = old.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'blob%'").all();
  expect(tables).toEqual([]);
  expect(migrations.length).toBeGreaterThan(1);
  migrate(old, migrations.slice(0, 1));
  old.close();

  const log = openSqliteLog({ path });
  const [event] = log.read({ session: A, after: 0, limit: 9 }).events;
  expect(JSON.parse(event?.line ?? "").data).toEqual(data);
  const writer = log.openBlob();
  await writer.write(Buffer.from("new"));
  const { hash } = await writer.finish();
  await log.append(referring(2, hash));
  expect([contentOf(log, hash).toString(), log.verify(A)]).toEqual(["new", null]);
  await log.close();
});

test("the writer's thread takes parts, whoever's bytes they are", async () => {
  const log = openSqliteLog({ path: temporaryPath(), isThreaded: true });
  const pooled = Buffer.from("pooled ");
  const whole = new Uint8Array(300_000).fill(1);
  const writer = log.openBlob();
  await writer.write(pooled);
  await Promise.all([writer.write(whole), writer.write(Buffer.from("end"))]);
  const { hash, bytes } = await writer.finish();
  expect(bytes).toBe(300_010);
  await log.append(referring(1, hash));
  const content = contentOf(log, hash);
  expect([content.subarray(0, 7).toString(), content[7], content.subarray(-3).toString()]).toEqual([
    "pooled ",
    1,
    "end",
  ]);
  expect(pooled.toString()).toBe("pooled ");
  for (const hours of [0, 1, 2]) await log.collectGarbage(hours * HOUR_MS);
  expect(contentOf(log, hash).equals(content)).toBe(true);
  await log.close();
});
