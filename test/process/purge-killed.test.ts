// A purge and an import that are killed at any moment: what is left is whole, nobody sees half a session, and the next start finishes the work.
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openSqliteLog } from "../../src/log/index.ts";
import { verifyDatabase } from "../../src/log/sqlite/backup/verify-database.ts";
import { A, B, C, changeFor, summaryFor } from "../contracts/log/samples.ts";
import { trashed } from "../contracts/log/shelves.ts";
import { temporaryPath } from "../log/temporary-log.ts";
import { nextLine, startChild } from "./log-child.ts";

const EVENTS = 3000;

/** A long session in the trash, a fork that stands on a part of it, and one that has nothing to do with them. */
async function makeLog(): Promise<string> {
  const path = temporaryPath();
  const log = openSqliteLog({ path });
  await log.append(changeFor(A, [1, EVENTS], { summary: { ...summaryFor(A, {}, EVENTS), ...trashed } }));
  await log.append(changeFor(B, [601, 610], { base: { session: A, seq: 600 } }));
  await log.append(changeFor(C, [1, 5]));
  await log.close();
  return path;
}

/** Killed after so many slices of the purge. */
const purgeAndDie = `
  const log = openSqliteLog({ path });
  void log.purge([A]);
  const db = new DatabaseSync(path, { readOnly: true });
  const events = db.prepare("SELECT count(*) AS n FROM events");
  const look = () => (events.get().n <= Number(args[0]) ? process.kill(process.pid, "SIGKILL") : setImmediate(look));
  look();
`;

test.for([3015, 2515, 2015, 1515, 615])(
  "a purge that is killed when %i events are left goes on at the next start",
  async (left) => {
    const path = await makeLog();
    expect(await startChild(purgeAndDie, [path, String(left)]).ended).toBe("SIGKILL");
    verifyDatabase(path);
    const log = openSqliteLog({ path });
    const forked = log.read({ session: B, after: 0, limit: 9999 }).events;
    expect([forked.length, log.verify(B), log.verify(C)]).toEqual([610, null, null]);
    if (left < 3015) expect(log.summary(A)).toBeNull();
    expect(await log.purge([A])).toMatchObject({ sessions: 0, kept: 1 });
    expect(log.readCommits({ after: 0, limit: 9999 }).events).toHaveLength(615);
    expect(log.lastCommit()).toBe(EVENTS + 15);
    await log.close();
    expect(verifyDatabase(path)).toMatchObject({ events: 615, sessions: 3, lastCommit: EVENTS + 15 });
  },
);

const importAndDie = `
  const log = openSqliteLog({ path });
  for (let seq = 1; ; seq += 100) {
    const { events, ...change } = changeFor(A, [seq, seq + 99]);
    const arriving = events.map(({ seq, at, type, by, data }) => ({ seq, at, type, by: JSON.stringify(by), data: JSON.stringify(data) }));
    await log.append({ ...change, events, arriving });
    say(String(seq));
  }
`;

test("an import that is killed leaves nothing that anybody sees, and it goes at the next start", async () => {
  const path = temporaryPath();
  const child = startChild(importAndDie, [path]);
  for (let n = 0; n < 5; n++) await nextLine(child);
  child.process.kill("SIGKILL");
  await child.ended;
  verifyDatabase(path);
  const log = openSqliteLog({ path });
  expect([log.summary(A), log.sessionIds({ shelves: ["listed", "archived", "trash"] }), log.candidates(A)]).toEqual([
    null,
    [],
    [],
  ]);
  await expect(log.append(changeFor(A, [1, 1]))).rejects.toMatchObject({ code: "session_gone" });
  expect((await log.purge([])).sessions).toBe(1);
  await log.append(changeFor(A, [1, 2]));
  expect(log.verify(A)).toBeNull();
  await log.close();
  expect(existsSync(path)).toBe(true);
  const db = new DatabaseSync(path, { readOnly: true });
  expect(db.prepare("SELECT count(*) AS n FROM events").get()).toEqual({ n: 2 });
  db.close();
});
