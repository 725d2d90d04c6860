// Another program that opened the database with a -shm of its own knows less of the write-ahead log than was acknowledged. A daemon that
// came after a killed one and believed it would write over the rest.
import { renameSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteLog } from "../../src/log/index.ts";
import { openConnection } from "../../src/log/sqlite/connection.ts";
import { A, seqsOf } from "../contracts/log/samples.ts";
import { temporaryPath } from "../log/temporary-log.ts";
import { nextLine, startChild } from "./log-child.ts";

const daemon = `
  const log = openSqliteLog({ path });
  await log.append(changeFor(A, [1, 3]));
  say("first");
  process.stdin.once("data", async () => {
    await log.append(changeFor(A, [4, 6]));
    say("more");
  });
`;
const other = `
  const db = new DatabaseSync(path);
  say(String(db.prepare("SELECT count(*) AS n FROM events").get().n));
  process.stdin.resume();
`;

/** A killed daemon's log with six events, of which another program knows three. */
async function heldByOther() {
  const path = temporaryPath();
  const killed = startChild(daemon, [path]);
  expect(await nextLine(killed)).toBe("first");
  writeFileSync(`${path}-shm.other`, "");
  renameSync(`${path}-shm.other`, `${path}-shm`);
  const holder = startChild(other, [path]);
  expect(await nextLine(holder)).toBe("3");
  killed.process.stdin?.write("go\n");
  expect(await nextLine(killed)).toBe("more");
  killed.process.kill("SIGKILL");
  await killed.ended;
  const letGo = async (): Promise<void> => {
    holder.process.kill("SIGKILL");
    await holder.ended;
  };
  return { path, letGo };
}

function expectAll(path: string): void {
  const log = openSqliteLog({ path });
  onTestFinished(() => log.close());
  expect(seqsOf(log.read({ session: A, after: 0, limit: 9 }).events)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(log.verify(A)).toBeNull();
}

test("a log that knows less than was acknowledged, because of what another program holds, is not opened until that is gone", async () => {
  const { path, letGo } = await heldByOther();
  expect(() => openSqliteLog({ path })).toThrow(
    expect.objectContaining({ code: "storage_failed", message: expect.stringContaining("Close the other program") }),
  );
  await letGo();
  expectAll(path);
});

test("whoever was refused such a log leaves it as it is, though the other program has ended meanwhile", async () => {
  const { path, letGo } = await heldByOther();
  const connection = openConnection(path, () => 0);
  expect(connection.newestCommit()).toBe(3);
  await letGo();
  connection.leave();
  expectAll(path);
});
