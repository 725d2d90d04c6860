// Nobody is given an event that is not what was written: every page is checked against the chain of hashes.
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openSqliteLog } from "../../src/log/index.ts";
import { openReader } from "../../src/log/sqlite/read.ts";
import { isDamage } from "../../src/log/sqlite/storage-failed.ts";
import { A, B, C, changeFor, seqsOf } from "../contracts/log/samples.ts";
import { until } from "../kit/until.ts";
import { temporaryPath } from "./temporary-log.ts";

/** Two sessions that alternate, ten events each, and a reader of the file as it is. */
async function filled() {
  const path = temporaryPath();
  const log = openSqliteLog({ path });
  for (let seq = 1; seq <= 10; seq++)
    await Promise.all([A, B].map((session) => log.append(changeFor(session, [seq, seq]))));
  await log.close();
  const db = new DatabaseSync(path);
  return { path, db, reader: openReader(db, () => 20) };
}

/** With a fork of the first, after its sixth event, with three of its own. */
async function filledWithFork() {
  const { path, db } = await filled();
  db.close();
  const log = openSqliteLog({ path });
  await log.append(changeFor(C, [7, 9], { base: { session: A, seq: 6 } }));
  await log.close();
  const reopened = new DatabaseSync(path);
  return { db: reopened, reader: openReader(reopened, () => 23) };
}

function damageIn(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (fault) {
    expect(isDamage(fault)).toBe(true);
    return (
      /event (\d+) of session (\S+) /
        .exec((fault as Error).message)
        ?.slice(1)
        .join(" ") ?? "unnamed"
    );
  }
}

test("whole pages are given as they are, in every direction and from every cursor", async () => {
  const { db, reader } = await filled();
  for (let cursor = 0; cursor <= 12; cursor++) {
    for (const limit of [1, 3, 100]) {
      const after = seqsOf(reader.read({ session: A, after: cursor, limit }).events);
      expect(after).toEqual(
        Array.from({ length: Math.max(0, Math.min(limit, 10 - cursor)) }, (_, n) => cursor + 1 + n),
      );
      const { events, more } = reader.read({ session: A, before: cursor, limit });
      expect(seqsOf(events).at(-1) ?? 0).toBe(Math.max(0, Math.min(cursor - 1, 10)));
      expect(more).toBe(cursor - 1 > limit && Math.min(cursor - 1, 10) > limit);
    }
    expect(damageIn(() => reader.readCommits({ after: cursor, limit: 5 }))).toBeNull();
    expect(damageIn(() => reader.readCommits({ after: cursor, limit: 5, sessions: [B] }))).toBeNull();
  }
  db.close();
});

test.for<[what: string, tamper: string, seq: number]>([
  ["a changed letter", "UPDATE events SET data = replace(data, 'piece 5', 'piece E')", 5],
  ["another time", "UPDATE events SET at = '2026-05-04T10:00:00.001Z' WHERE seq = 5", 5],
  ["another author", `UPDATE events SET "by" = '{"kind":"client"}' WHERE seq = 5`, 5],
  ["another hash", "UPDATE events SET chain = zeroblob(32) WHERE seq = 5", 5],
  ["a missing event", "DELETE FROM events WHERE seq = 5", 5],
])("[A-13] %s is not given to anyone, and named", async ([, tamper, seq]) => {
  const { db, reader } = await filled();
  db.exec(`${tamper.includes("WHERE") ? tamper : `${tamper} WHERE seq = 5`} AND session = 1`);
  const named = (read: () => unknown): void => expect(damageIn(read)).toMatch(new RegExp(`^(${seq}|${seq + 1}) ${A}$`));
  named(() => reader.read({ session: A, after: 0, limit: 100 }));
  named(() => reader.read({ session: A, after: 4, limit: 1 }));
  named(() => reader.read({ session: A, before: 11, limit: 8 }));
  named(() => reader.read({ session: A, before: 7, limit: 2 }));
  named(() => reader.readCommits({ after: 0, limit: 100 }));
  named(() => reader.readCommits({ after: 0, limit: 100, sessions: [A] }));
  expect(damageIn(() => reader.read({ session: A, after: 0, limit: 4 }))).toBeNull();
  expect(damageIn(() => reader.read({ session: A, after: 6, limit: 100 }))).toBeNull();
  expect(damageIn(() => reader.read({ session: B, after: 0, limit: 100 }))).toBeNull();
  expect(damageIn(() => reader.readCommits({ after: 0, limit: 100, sessions: [B] }))).toBeNull();
  db.close();
});

test.for<[what: string, tamper: string]>([
  ["at the beginning", "DELETE FROM events WHERE seq <= 2"],
  ["at the end", "DELETE FROM events WHERE seq >= 9"],
  ["everywhere", "DELETE FROM events"],
])("events that are missing %s are missed", async ([what, tamper]) => {
  const { db, reader } = await filled();
  db.exec(tamper);
  expect(damageIn(() => reader.read({ session: A, after: 0, limit: 100 }))).not.toBeNull();
  expect(damageIn(() => reader.read({ session: A, before: 11, limit: 100 }))).not.toBeNull();
  const rest = what === "at the beginning" ? 5 : 0;
  if (what !== "everywhere") expect(damageIn(() => reader.read({ session: A, after: rest, limit: 3 }))).toBeNull();
  db.close();
});

test.for<[what: string, tamper: string, firstUnharmed: number]>([
  ["in what it inherits", "UPDATE events SET data = '{}' WHERE seq = 3 AND session = 1", 3],
  ["in the event before its first", "UPDATE events SET data = '{}' WHERE seq = 6 AND session = 1", 6],
  ["in the hash before its first", "UPDATE events SET chain = zeroblob(32) WHERE seq = 6 AND session = 1", 7],
  ["in its first event", "UPDATE events SET data = '{}' WHERE seq = 7 AND session = 3", 7],
  ["at its border, where an inherited event is missing", "DELETE FROM events WHERE seq = 6 AND session = 1", 7],
  ["at its border, where its own first is missing", "DELETE FROM events WHERE seq = 7 AND session = 3", 8],
])("damage to a fork %s is not given to anyone", async ([, tamper, firstUnharmed]) => {
  const { db, reader } = await filledWithFork();
  expect(seqsOf(reader.read({ session: C, after: 0, limit: 100 }).events)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  db.exec(tamper);
  expect(damageIn(() => reader.read({ session: C, after: 0, limit: 100 }))).not.toBeNull();
  expect(damageIn(() => reader.read({ session: C, before: 10, limit: 100 }))).not.toBeNull();
  expect(damageIn(() => reader.read({ session: C, before: 8, limit: 2 }))).toEqual(
    firstUnharmed === 3 ? null : expect.any(String),
  );
  expect(seqsOf(reader.read({ session: C, after: firstUnharmed, limit: 100 }).events).at(-1)).toBe(9);
  db.close();
});

test.for([
  ["is gone", "DELETE FROM sessions WHERE key = 1"],
  ["is another", "UPDATE sessions SET base_session = 2 WHERE key = 3"],
  ["is the fork itself", "UPDATE sessions SET base_session = 3 WHERE key = 3"],
  ["ends before it", "UPDATE sessions SET head = 5 WHERE key = 1"],
])("a fork whose base %s is damaged", async ([, tamper = ""]) => {
  const { db, reader } = await filledWithFork();
  db.exec(tamper);
  expect(damageIn(() => reader.read({ session: C, after: 0, limit: 100 }))).not.toBeNull();
  db.close();
});

test("an open log that meets damage repairs itself, and says of what is lost that it is", async () => {
  const { path, db } = await filled();
  db.exec("UPDATE events SET data = '{}' WHERE seq = 5 AND session = 1");
  db.close();
  const log = openSqliteLog({ path });
  expect(() => log.read({ session: A, after: 0, limit: 100 })).toThrow(
    /event 5 of session .* was changed after it was written/,
  );
  const { events } = await until("the repaired log", () => {
    try {
      return log.read({ session: A, after: 0, limit: 100 });
    } catch {
      return null;
    }
  });
  expect(seqsOf(events)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(events.filter(({ type }) => type === "lost").map(({ seq }) => seq)).toEqual([5]);
  await log.append(changeFor(A, [11, 11]));
  expect([log.verify(A), log.verify(B)]).toEqual([null, null]);
  await log.close();
});
