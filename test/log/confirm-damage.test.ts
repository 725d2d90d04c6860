// Damage counts when two looks agree on it: one that is wrong stops nobody's work and rebuilds nothing.
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { type Log, openSqliteLog } from "../../src/log/index.ts";
import { prepareChange } from "../../src/log/prepare-change.ts";
import { brokenAt } from "../../src/log/sqlite/broken-at.ts";
import { damaged } from "../../src/log/sqlite/storage-failed.ts";
import { Store } from "../../src/log/sqlite/store.ts";
import { type OpenWriter, openInlineWriter } from "../../src/log/sqlite/writer.ts";
import { A, B, C, changeFor, seqsOf } from "../contracts/log/samples.ts";
import { until } from "../kit/until.ts";
import { temporaryPath } from "./temporary-log.ts";

const NOW = "2026-01-01T00:00:00.000Z";
const corrupt = (): Error => Object.assign(new Error("database disk image is malformed"), { errcode: 11 });

function openStore(openWriter: OpenWriter = openInlineWriter) {
  const path = temporaryPath();
  const [backups, damaged] = ["backups", "damaged"].map((name) => join(dirname(path), name)) as [string, string];
  const store = new Store(
    { places: { path, backups, damaged }, lock: null, openWriter, minFreeBytes: 0, now: () => NOW },
    null,
  );
  onTestFinished(() => store.close());
  const alarms: unknown[] = [];
  const reopened: boolean[] = [];
  store.listen({ falseAlarm: (fault) => alarms.push(fault), reopened: ({ isRebuilt }) => reopened.push(isRebuilt) });
  return { store, damaged, alarms, reopened };
}

/** A read that raises the alarm for so many looks. */
function wrongAbout(seq: number, looks: number): () => void {
  let left = looks;
  return () => {
    if (left-- > 0) throw brokenAt(A, seq);
  };
}

test("a check that is wrong once about an event is a fault of one read, and nothing is rebuilt", async () => {
  const { store, damaged, alarms } = openStore();
  await store.append(prepareChange(changeFor(A, [1, 10])));
  for (const seq of [1, 5, 10]) {
    const told = expect.objectContaining({ code: "false_alarm", message: expect.stringContaining(`event ${seq} of`) });
    expect(() => store.read(wrongAbout(seq, 1))).toThrow(told);
  }
  expect(alarms).toHaveLength(3);
  expect(store.condition).toEqual({ kind: "writable" });
  expect(existsSync(damaged)).toBe(false);
  expect(await store.append(prepareChange(changeFor(A, [11, 11])))).toMatchObject({ lastCommit: 11 });
});

test("an alarm that comes back for the same event counts as damage, though each second look finds nothing", async () => {
  const { store, alarms, reopened } = openStore();
  await store.append(prepareChange(changeFor(A, [1, 10])));
  const read = (): void => store.read(wrongAbout(5, 1));
  expect(read).toThrow(expect.objectContaining({ code: "false_alarm" }));
  expect(read).toThrow(expect.objectContaining({ code: "log_damaged" }));
  await until("the rebuilt log", () => reopened.length === 1);
  expect([alarms.length, reopened]).toEqual([1, [true]]);
  expect(await store.append(prepareChange(changeFor(A, [11, 11])))).toMatchObject({ lastCommit: 11 });
});

test("an alarm that a rebuild did not silence is a mistake of the check: nothing is rebuilt again", async () => {
  const { store, damaged, reopened } = openStore();
  await store.append(prepareChange(changeFor(A, [1, 10])));
  const read = (): void => store.read(wrongAbout(5, 99));
  expect(read).toThrow(expect.objectContaining({ code: "log_damaged" }));
  await until("the rebuilt log", () => reopened.length === 1);
  for (let n = 1; n <= 5; n++) expect(read).toThrow(expect.objectContaining({ code: "false_alarm" }));
  expect([reopened, readdirSync(damaged).length]).toEqual([[true], 1]);
});

test("listeners that throw keep the log from nothing", async () => {
  let left = 1;
  const { store, reopened } = openStore(async (options) => {
    const opened = await openInlineWriter(options);
    const write: typeof opened.writer.write = async (jobs) => {
      if (left-- > 0) throw corrupt();
      return opened.writer.write(jobs);
    };
    return { ...opened, writer: { ...opened.writer, write } };
  });
  const told: Error[] = [];
  const hear = (warning: Error): void => void told.push(warning);
  process.on("warning", hear);
  onTestFinished(() => void process.off("warning", hear));
  const refuse = (): never => {
    throw new Error("not now");
  };
  store.listen({ changed: refuse, reopened: refuse, falseAlarm: refuse });
  await expect(store.append(prepareChange(changeFor(A, [1, 2])))).rejects.toMatchObject({ code: "storage_failed" });
  await until("the log to be open again", () => reopened.length > 0);
  expect(await store.append(prepareChange(changeFor(A, [1, 2])))).toMatchObject({ lastCommit: 2 });
  expect(() => store.read(wrongAbout(1, 1))).toThrow(expect.objectContaining({ code: "false_alarm" }));
  await until("the warnings", () => told.length === 4);
  expect([reopened, store.condition, told[0]?.message]).toEqual([[false], { kind: "writable" }, "not now"]);
});

test("damage that SQLite meets once, and not with another connection, is a fault of one read", async () => {
  const { store, damaged, alarms } = openStore();
  await store.append(prepareChange(changeFor(A, [1, 10])));
  const looks = [corrupt(), null];
  const read = (): number => {
    const fault = looks.shift();
    if (fault) throw fault;
    return 7;
  };
  expect(() => store.read(read)).toThrow(expect.objectContaining({ code: "false_alarm" }));
  expect([alarms.length, looks.length]).toEqual([1, 0]);
  expect([store.condition, existsSync(damaged)]).toEqual([{ kind: "writable" }, false]);
});

test.for([
  ["SQLite speaks of once", corrupt, 1, false],
  ["SQLite speaks of again and again, and does not find,", corrupt, 3, false],
  ["a number shows once", () => damaged("it ends elsewhere"), 1, false],
  ["a number shows twice (and the log is rebuilt)", () => damaged("it ends elsewhere"), 2, true],
] as const)("a writer that meets damage that %s is replaced by another", async (row) => {
  const [, fault, times, isRebuilt] = row;
  let left: number = times;
  const { store, damaged, reopened } = openStore(async (options) => {
    const opened = await openInlineWriter(options);
    const write: typeof opened.writer.write = async (jobs) => {
      if (left-- > 0) throw fault();
      return opened.writer.write(jobs);
    };
    return { ...opened, writer: { ...opened.writer, write } };
  });
  for (let n = 1; n <= times; n++) {
    const change = prepareChange(changeFor(A, [1, 2]));
    await expect(store.append(change)).rejects.toMatchObject({ code: "storage_failed" });
    await until("the log to be open again", () => reopened.length === n);
  }
  expect(reopened.at(-1)).toBe(isRebuilt);
  expect(existsSync(damaged)).toBe(isRebuilt);
  expect(await store.append(prepareChange(changeFor(A, [1, 2])))).toMatchObject({ lastCommit: 2 });
});

/** A log of two sessions that alternate and a fork of the first, changed from outside. */
async function tamperedLog(tamper: string): Promise<{ log: Log; path: string }> {
  const path = temporaryPath();
  const before = openSqliteLog({ path });
  for (let seq = 1; seq <= 10; seq++)
    await Promise.all([A, B].map((session) => before.append(changeFor(session, [seq, seq]))));
  await before.append(changeFor(C, [7, 9], { base: { session: A, seq: 6 } }));
  await before.close();
  const db = new DatabaseSync(path);
  db.exec(tamper);
  db.close();
  const log = openSqliteLog({ path });
  onTestFinished(() => log.close());
  return { log, path };
}

const reads: Readonly<Record<string, (log: Log) => unknown>> = {
  "the whole session": (log) => log.read({ session: A, after: 0, limit: 100 }),
  backwards: (log) => log.read({ session: A, before: 99, limit: 100 }),
  "the fork": (log) => log.read({ session: C, after: 0, limit: 100 }),
  "all commits": (log) => log.readCommits({ after: 0, limit: 100 }),
  "its commits": (log) => log.readCommits({ after: 0, limit: 100, sessions: [A] }),
};
const first = "session = 1";
const tampers: Readonly<Record<string, string>> = {
  "a changed letter": `UPDATE events SET data = replace(data, 'piece 5', 'piece E') WHERE seq = 5 AND ${first}`,
  "another hash": `UPDATE events SET chain = zeroblob(32) WHERE seq = 5 AND ${first}`,
  "a missing event": `DELETE FROM events WHERE seq = 5 AND ${first}`,
  "another number": `UPDATE events SET seq = 5000 WHERE seq = 5 AND ${first}`,
  "a number below all others": `UPDATE events SET seq = -5 WHERE seq = 5 AND ${first}`,
  "a missing beginning": `DELETE FROM events WHERE seq <= 2 AND ${first}`,
  "a missing end": `DELETE FROM events WHERE seq >= 9 AND ${first}`,
  "another first hash": "UPDATE sessions SET first_chain = zeroblob(32) WHERE key = 1",
  "a head too far": "UPDATE sessions SET head = 50 WHERE key = 1",
  "another beginning": "UPDATE sessions SET first_seq = 5 WHERE key = 1",
  "another place that the fork branched off at": "UPDATE sessions SET base_seq = 3 WHERE base_seq IS NOT NULL",
  "another commit": `UPDATE events SET "commit" = "commit" + 1000 WHERE seq = 5 AND ${first}`,
};

test.for(Object.entries(tampers))("%s is seen by the second look, whoever meets it", async ([, tamper]) => {
  const { log: whole } = await tamperedLog("SELECT 1");
  for (const [what, read] of Object.entries(reads)) {
    expect(() => read(whole)).not.toThrow();
    const { log, path } = await tamperedLog(tamper);
    const alarms: unknown[] = [];
    const rebuilt: boolean[] = [];
    log.listen({
      falseAlarm: (fault) => alarms.push(fault),
      reopened: ({ isRebuilt }) => rebuilt.push(isRebuilt),
    });
    let hasMet = false;
    try {
      read(log);
    } catch {
      hasMet = true;
    }
    expect([what, alarms]).toEqual([what, []]);
    if (!hasMet) continue;
    await until("the repaired log", () => rebuilt.length > 0);
    expect([rebuilt, readdirSync(join(dirname(path), "damaged")).length]).toEqual([[true], 1]);
    expect(seqsOf(log.read({ session: B, after: 0, limit: 100 }).events)).toHaveLength(10);
  }
});

test.for([
  ["another beginning", "the whole session"],
  ["another place that the fork branched off at", "the fork"],
  ["another commit", "all commits"],
] as const)("%s is repaired when %s is read, and the next read is right", async ([tamper, what]) => {
  const read = reads[what] ?? (() => {});
  const { log: whole } = await tamperedLog("SELECT 1");
  const { log } = await tamperedLog(tampers[tamper] ?? "");
  const rebuilt: boolean[] = [];
  log.listen({ reopened: ({ isRebuilt }) => rebuilt.push(isRebuilt) });
  expect(() => read(log)).toThrow(expect.objectContaining({ code: "log_damaged" }));
  await until("the repaired log", () => rebuilt.length > 0);
  expect(rebuilt).toEqual([true]);
  const seqs = (page: unknown) => seqsOf((page as { events: Parameters<typeof seqsOf>[0] }).events);
  expect(seqs(read(log)).toSorted()).toEqual(seqs(read(whole)).toSorted());
});
