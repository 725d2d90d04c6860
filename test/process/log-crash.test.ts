import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { openSqliteLog } from "../../src/log/index.ts";
import { migrations } from "../../src/log/sqlite/schema.ts";
import { A, B, changeFor } from "../contracts/log/samples.ts";
import { temporaryPath } from "../log/temporary-log.ts";
import { nextLine, startChild } from "./log-child.ts";

const appendForever = `
  const log = openSqliteLog({ path });
  for (let seq = log.read({ session: A, after: 0, limit: 1 }).head + 1; ; seq += 3) {
    await log.append(changeFor(A, [seq, seq + 2], { receipt: { command: "c" + seq, session: A, bodyHash: "", answer: "{}" } }));
    say(String(seq + 2));
  }
`;

test("[M-03] [R-16] a daemon that is killed at any moment has lost nothing that it acknowledged", async () => {
  const path = temporaryPath();
  let acknowledged = 0;
  for (const lives of [1, 7, 20, 60, 150]) {
    const child = startChild(appendForever, [path]);
    for (let line = 0; line < lives; line++) acknowledged = Number(await nextLine(child));
    child.process.kill("SIGKILL");
    for await (const line of child.lines) acknowledged = Number(line);
    expect(await child.ended).toBe("SIGKILL");

    const log = openSqliteLog({ path });
    const { head } = log.read({ session: A, after: 0, limit: 1 });
    expect(head).toBeGreaterThanOrEqual(acknowledged);
    expect(head % 3).toBe(0);
    expect(log.summary(A)?.head).toBe(head);
    expect(log.receipt(`c${head - 2}`)).not.toBeNull();
    expect(log.lastCommit()).toBe(head);
    expect(log.verify(A)).toBeNull();
    await log.close();
  }
});

describe("a migration that is killed", () => {
  const statements = migrations.flat();
  const points = statements.map((_, index) => index + 1);

  test.for([0, ...points])("after %i statements leaves nothing half done", async (point) => {
    const path = temporaryPath();
    const dieAfter = `
      const db = new DatabaseSync(path);
      db.exec("PRAGMA journal_mode = WAL");
      db.function("die", () => process.kill(process.pid, "SIGKILL"));
      migrate(db, [[...migrations.flat().slice(0, Number(args[0])), "SELECT die()", "never reached"]]);
    `;
    expect(await startChild(dieAfter, [path, String(point)]).ended).toBe("SIGKILL");

    const db = new DatabaseSync(path);
    expect(db.prepare("PRAGMA user_version").get()).toEqual({ user_version: 0 });
    expect(db.prepare("SELECT name FROM sqlite_schema").all()).toEqual([]);
    db.close();
    const log = openSqliteLog({ path });
    await log.append(changeFor(A, [1, 1]));
    expect(log.verify(A)).toBeNull();
    await log.close();
  });
});

test("a write that the disk refuses is not acknowledged, and what follows leaves no hole", async () => {
  const path = temporaryPath();
  const untilFull = `
    process.on("SIGXFSZ", () => {});
    const alive = setInterval(() => {}, 1000);
    const log = openSqliteLog({ path });
    for (let seq = 1, failures = 0; failures < 3; ) {
      const change = changeFor(A, [seq, seq]);
      const filler = { ...change.events[0], data: "x".repeat(50_000) };
      try {
        await log.append({ ...change, events: [filler] });
        say(String(seq++));
      } catch (fault) {
        failures++;
        say(fault.code + "|" + fault.message);
      }
    }
    await log.close().catch(() => {});
    clearInterval(alive);
  `;
  const child = startChild(untilFull, [path], `ulimit -f 2000; exec "$@"`);
  let acknowledged = 0;
  const failures: string[] = [];
  for await (const line of child.lines) {
    if (/^\d+$/.test(line)) acknowledged = Number(line);
    else failures.push(line);
  }
  expect(await child.ended).toBe(0);
  expect(failures).toHaveLength(3);
  for (const failure of failures) expect(failure).toMatch(/^storage_failed\|.*everything continues automatically/);

  const log = openSqliteLog({ path });
  const { head } = log.read({ session: A, after: 0, limit: 1 });
  expect(head).toBeGreaterThanOrEqual(acknowledged);
  await log.append(changeFor(A, [head + 1, head + 2]));
  expect(log.verify(A)).toBeNull();
  await log.close();
});

test("a foreign program that holds the database makes a failed write, not a hang", async () => {
  const path = temporaryPath();
  const log = openSqliteLog({ path });
  await log.append(changeFor(A, [1, 1]));
  const foreign = new DatabaseSync(path);
  foreign.exec("BEGIN IMMEDIATE");
  await expect(log.append(changeFor(B, [1, 1]))).rejects.toMatchObject({
    code: "storage_failed",
    message: expect.stringContaining("another process holds the database"),
  });
  expect(log.read({ session: A, after: 0, limit: 1 }).head).toBe(1);
  foreign.close();
  await log.close();
});
