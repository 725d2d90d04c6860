// Logs that released versions wrote: today's code opens them, brings them up to date, and folds them to what they always were.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { type Event, initialState, reduce, type SessionState, summaryOf } from "../../src/core/index.ts";
import { type Log, openSqliteLog } from "../../src/log/index.ts";
import { generationsIn } from "../../src/log/sqlite/backup/generations.ts";
import { verifyDatabase } from "../../src/log/sqlite/backup/verify-database.ts";
import { migrations } from "../../src/log/sqlite/schema.ts";
import { temporaryPath } from "./temporary-log.ts";

const directory = join(import.meta.dirname, "../recordings/logs");
const recordings = readdirSync(directory).filter((name) => name.endsWith(".sql"));

/** A database as that version left it: its user_version too. */
function restore(name: string): string {
  const path = temporaryPath();
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = WAL");
  db.exec(`BEGIN; ${readFileSync(join(directory, name), "utf8")} COMMIT`);
  db.close();
  return path;
}

const eventsOf = (log: Log, session: string): Event[] =>
  log.read({ session, after: 0, limit: 100_000 }).events.map(({ line }) => JSON.parse(line) as Event);

const foldOf = (log: Log, session: string): SessionState => eventsOf(log, session).reduce(reduce, initialState);

test("every version of the database but the newest has a recording", () => {
  const versions = recordings.map((name) => Number(/^v(\d+)\.sql$/.exec(name)?.[1])).sort((a, b) => a - b);
  const released = Array.from({ length: Math.max(1, migrations.length - 1) }, (_, index) => index + 1);
  expect(versions).toEqual(expect.arrayContaining(released));
});

describe.for(recordings)("a log of %s", (recording) => {
  test("opens, and every event is as it was written", async () => {
    const path = restore(recording);
    const before = new DatabaseSync(path, { readOnly: true });
    const stored = before
      .prepare('SELECT sessions.id, seq, type, "by", data FROM events JOIN sessions ON key = session')
      .all();
    before.close();
    const log = openSqliteLog({ path });
    const ids = log.sessions({ limit: 100 }).map(({ id }) => id);
    const read = ids.flatMap((id) => eventsOf(log, id).map(({ seq, type, by, data }) => [id, seq, type, by, data]));
    const expected = stored.map(({ id, seq, type, by, data }) => [
      id,
      seq,
      type,
      JSON.parse(`${by}`),
      JSON.parse(`${data}`),
    ]);
    const order = ([a, b]: unknown[], [c, d]: unknown[]): number =>
      `${a}`.localeCompare(`${c}`) || Number(b) - Number(d);
    expect(read.sort(order)).toEqual(expected.sort(order));
    expect(ids.map((id) => log.verify(id))).toEqual(ids.map(() => null));
    await log.close();
    expect(verifyDatabase(path)).toMatchObject({ version: migrations.length, events: stored.length });
  });

  test("folds to what it always did", async () => {
    const log = openSqliteLog({ path: restore(recording) });
    const folded = log
      .sessions({ limit: 100 })
      .sort((a, b) => a.id.localeCompare(b.id))
      .map(({ active: _, ...stored }) => {
        const state = foldOf(log, stored.id);
        const summary = summaryOf(stored.id, state);
        // The list row that was written then is what the events give now, but for the words that people read, and the times: to read a
        // session was an activity in it.
        const { text } = stored.reason;
        const { lastActiveAt, updatedAt } = stored;
        expect([summary.lastActiveAt <= lastActiveAt, summary.updatedAt <= updatedAt]).toEqual([true, true]);
        expect({ ...summary, lastActiveAt, updatedAt, reason: { ...summary.reason, text } }).toMatchObject(stored);
        return { summary, state };
      });
    await log.close();
    const golden = join(directory, `${basename(recording, ".sql")}.golden.json`);
    await expect(`${JSON.stringify(folded, null, 2)}\n`).toMatchFileSnapshot(golden);
  });

  test("has sessions that can be branched off from, and their forks fold to what they were", async () => {
    const path = restore(recording);
    const log = openSqliteLog({ path });
    const [first] = log.sessions({ limit: 1 });
    const { active: _, ...summary } = first!;
    const base = { session: first!.id, seq: first!.head };
    const fork = "f0f0f0f0-0000-4000-8000-000000000000";
    await log.append({ session: fork, base, events: [], summary: { ...summary, id: fork }, isBusy: false });
    expect(eventsOf(log, fork)).toEqual(eventsOf(log, first!.id));
    expect(foldOf(log, fork)).toEqual(foldOf(log, first!.id));
    expect(log.verify(fork)).toBeNull();
    await log.close();
    expect(verifyDatabase(path)).toMatchObject({ version: migrations.length });
  });

  test("is backed up as it was before its tables are changed, and goes on", async () => {
    const path = restore(recording);
    const version = Number(/\d+/.exec(recording));
    const log = openSqliteLog({ path });
    const [first] = log.sessions({ limit: 1 });
    const generations = generationsIn(join(path, "../backups"));
    if (version < migrations.length) expect(verifyDatabase(generations[0]?.path ?? "")).toMatchObject({ version });
    else expect(generations).toEqual([]);
    const { active: _, ...summary } = first!;
    const event = {
      session: first!.id,
      seq: first!.head + 1,
      at: summary.updatedAt,
      type: "notice",
      by: { kind: "daemon" as const },
    };
    await log.append({
      session: first!.id,
      events: [{ ...event, data: { kind: "test", text: "and on it goes" } }],
      summary: { ...summary, head: first!.head + 1 },
      isBusy: false,
    });
    expect(log.verify(first!.id)).toBeNull();
    await log.close();
  });
});
