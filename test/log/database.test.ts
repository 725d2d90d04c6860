import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openSqliteLog } from "../../src/log/index.ts";
import { migrate } from "../../src/log/sqlite/migrate.ts";
import { storageFailed } from "../../src/log/sqlite/storage-failed.ts";
import { A, changeFor } from "../contracts/log/samples.ts";
import { temporaryLog, temporaryPath } from "./temporary-log.ts";

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

test("the database and its side files are the owner's alone", async () => {
  const { log, path } = temporaryLog();
  await log.append(changeFor(A, [1, 1]));
  expect(["", "-wal", "-shm"].map((suffix) => modeOf(path + suffix))).toEqual(["600", "600", "600"]);
});

test("closing moves everything into the one file, even while another program has it open", async () => {
  const { log, path, outside, reopen } = temporaryLog();
  await log.append(changeFor(A, [1, 5]));
  expect(outside.prepare("SELECT count(*) AS n FROM events").get()).toEqual({ n: 5 });
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  await log.close();
  expect(statSync(`${path}-wal`).size).toBe(0);
  expect((await reopen()).read({ session: A, after: 0, limit: 9 }).head).toBe(5);
});

test("a reader that stays does not keep the log from closing", async () => {
  const { log, outside } = temporaryLog();
  await log.append(changeFor(A, [1, 1]));
  outside.exec("BEGIN");
  outside.prepare("SELECT * FROM events").all();
  await log.close();
  outside.exec("COMMIT");
});

test("a place where nothing would be durable is refused", () => {
  expect(() => openSqliteLog({ path: ":memory:" })).toThrow(
    expect.objectContaining({ code: "not_durable", message: expect.stringContaining("local disk") }),
  );
});

test("a database of a newer version is refused and left as it is", async () => {
  const temporary = temporaryLog();
  temporary.outside.exec("PRAGMA user_version = 99");
  await expect(temporary.reopen()).rejects.toMatchObject({
    code: "newer_database",
    message: expect.stringMatching(/newer Skein .*\(its version is 99.*install the newer Skein/),
  });
  expect(temporary.outside.prepare("PRAGMA user_version").get()).toEqual({ user_version: 99 });
});

test("a migration that fails leaves the version and the tables of before", () => {
  const db = new DatabaseSync(":memory:");
  const first = ["CREATE TABLE one (a)"];
  migrate(db, [first]);
  expect(() => migrate(db, [first, ["CREATE TABLE two (a)", "CREATE TABLE one (a)"]])).toThrow("already exists");
  expect(db.prepare("PRAGMA user_version").get()).toEqual({ user_version: 1 });
  expect(db.prepare("SELECT name FROM sqlite_schema").all()).toEqual([{ name: "one" }]);
  migrate(db, [first, ["CREATE TABLE two (a)"]]);
  expect(db.prepare("PRAGMA user_version").get()).toEqual({ user_version: 2 });
  db.close();
});

test.for<[what: string, prepare: (path: string) => string, words: RegExp]>([
  [
    "a directory that is not there",
    (path) => `${path}/no/log.db`,
    /can't be opened .*directory exists and is writable/,
  ],
])("%s is said with a remedy", ([, prepare, words]) => {
  const path = prepare(temporaryPath());
  expect(() => openSqliteLog({ path })).toThrow(
    expect.objectContaining({ code: "storage_failed", message: expect.stringMatching(words) }),
  );
});

test("a failure of the disk names its cause and a remedy", () => {
  const cause = Object.assign(new Error("database or disk is full"), { errcode: 13 });
  expect(storageFailed({ action: "write", path: "/p/skein.db", cause })).toMatchObject({
    code: "storage_failed",
    cause,
    message:
      "the disk is full on /p: can't write /p/skein.db (database or disk is full). " +
      "Nothing that was acknowledged is lost. Free some space, and everything continues automatically.",
  });
});

test.for([
  [11, "database disk image is malformed"],
  [26, "file is not a database"],
] as const)("damage (%i) is not said to have lost nothing: nobody knows before it is repaired", ([errcode, text]) => {
  const cause = Object.assign(new Error(text), { errcode });
  const { message } = storageFailed({ action: "write", path: "/p/skein.db", cause });
  expect(message).not.toContain("lost");
  expect(message).toMatch(/is repaired from its backups.* Then skein daemon status lists what is missing\.$/);
});

test.for([
  ["ENOSPC", /disk is full, or has no room for another file.*Free some space, or delete some files/],
  ["EROFS", /read-only.*Make it writable/],
  ["EACCES", /may not write there.*Give the file and its directory back/],
  ["EIO", /reported an error.*Check the disk/],
  ["ENOENT", /directory is gone.*Restore it/],
  ["EDQUOT", /quota is used up.*Free some space/],
] as const)("%s of the system is said with its remedy, and that nothing is lost", ([code, words]) => {
  const cause = Object.assign(new Error(code), { code });
  const { message } = storageFailed({ action: "write", path: "/p/skein.db", cause });
  expect(message).toMatch(words);
  expect(message).toContain("Nothing that was acknowledged is lost");
});

test("a table that is gone is a failed read", () => {
  const { log, outside } = temporaryLog();
  outside.exec("DROP TABLE events");
  expect(() => log.readCommits({ after: 0, limit: 1 })).toThrow(expect.objectContaining({ code: "storage_failed" }));
});

test("a page that is left early does not hold the database", async () => {
  const { log, outside } = temporaryLog();
  await log.append(changeFor(A, [1, 100]));
  log.read({ session: A, after: 0, limit: 2 });
  log.read({ session: A, before: 90, limit: 50, maxBytes: 1 });
  log.readCommits({ after: 0, limit: 1, sessions: [A] });
  log.readCommits({ after: 0, limit: 1 });
  expect(outside.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()).toMatchObject({ busy: 0 });
});

test("[T-02] a session is rows of plain words: anybody with SQLite can read who said what", async () => {
  const { log, outside } = temporaryLog();
  await log.append(changeFor(A, [1, 1]));
  const row = outside
    .prepare('SELECT sessions.id, seq, type, "by", data FROM events JOIN sessions ON sessions.key = events.session')
    .get();
  expect({ ...row }).toEqual({
    id: A,
    seq: 1,
    type: "agent_message",
    by: '{"kind":"agent","name":"demo"}',
    data: '{"messageId":"m1","text":"piece 1"}',
  });
});
