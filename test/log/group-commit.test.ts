import { expect, test } from "vitest";
import { A, B, C, changeFor, eventFor } from "../contracts/log/samples.ts";
import { type TemporaryLog, temporaryLog } from "./temporary-log.ts";

const count = ({ outside }: TemporaryLog): unknown => outside.prepare("SELECT count(*) AS n FROM events").get()?.n;

/** From here on, writing an event of the type `boom` fails the way a full disk does. */
function breakOn({ outside }: TemporaryLog, failure: "ABORT" | "ROLLBACK"): void {
  const raise = `SELECT RAISE(${failure}, 'the disk is on fire')`;
  outside.exec(`CREATE TRIGGER broken BEFORE INSERT ON events WHEN new.type = 'boom' BEGIN ${raise}; END`);
}

const boom = (session: string, seq: number) =>
  changeFor(session, [1, 0], { events: [eventFor(session, seq, { type: "boom" })] });

test("[M-03] [M-06] an append is acknowledged when another process can read it, and not before", async () => {
  const temporary = temporaryLog();
  const appended = temporary.log.append(changeFor(A, [1, 3])).then(() => count(temporary));
  expect(count(temporary)).toBe(0);
  expect(await appended).toBe(3);
});

test("changes of one turn of the event loop share a transaction", async () => {
  const temporary = temporaryLog();
  breakOn(temporary, "ABORT");
  const one = temporary.log.append(changeFor(A, [1, 1]));
  const results = Promise.allSettled([
    one,
    Promise.resolve().then(() => temporary.log.append(changeFor(B, [1, 1]))),
    ...[2, 3, 4].map((seq) => temporary.log.append(changeFor(A, [seq, seq]))),
    temporary.log.append(boom(C, 1)),
  ]);
  expect((await results).map(({ status }) => status)).toEqual(Array(6).fill("rejected"));
  expect(count(temporary)).toBe(0);
});

test("changes of different turns do not", async () => {
  const temporary = temporaryLog();
  breakOn(temporary, "ABORT");
  await temporary.log.append(changeFor(A, [1, 1]));
  await expect(temporary.log.append(boom(B, 1))).rejects.toThrow();
  expect(count(temporary)).toBe(1);
});

test.for(["ABORT", "ROLLBACK"] as const)(
  "after a failed write (%s) nothing is acknowledged until the log is opened again",
  async (failure) => {
    const temporary = temporaryLog();
    const { log, path, outside } = temporary;
    await log.append(changeFor(A, [1, 2]));
    breakOn(temporary, failure);

    const receipt = { command: "c1", session: B, bodyHash: "h", answer: "{}" };
    const group = await Promise.allSettled([log.append(changeFor(B, [1, 1], { receipt })), log.append(boom(A, 3))]);
    const refusal = {
      code: "storage_failed",
      message: expect.stringMatching(`${path}.*the disk is on fire.*start the daemon again`),
    };
    expect(group).toMatchObject([{ reason: refusal }, { reason: refusal }]);
    await expect(log.append(changeFor(A, [3, 3]))).rejects.toMatchObject(refusal);
    expect(log.read({ session: A, after: 0, limit: 9 })).toMatchObject({ head: 2, more: false });
    expect([log.lastCommit(), log.receipt("c1"), log.summary(B)]).toEqual([2, null, null]);

    outside.exec("DROP TRIGGER broken");
    await expect(log.append(changeFor(A, [3, 3]))).rejects.toMatchObject(refusal);
    const reopened = await temporary.reopen();
    expect(await reopened.append(changeFor(A, [3, 3]))).toEqual({ lastCommit: 3 });
    expect(reopened.verify(A)).toBeNull();
  },
);

test("a commit that fails is a failed write", async () => {
  const { log, outside } = temporaryLog();
  outside.exec("CREATE TABLE parent (id INTEGER PRIMARY KEY)");
  outside.exec("CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)");
  outside.exec("CREATE TRIGGER broken AFTER INSERT ON events BEGIN INSERT INTO child VALUES (1); END");
  await expect(log.append(changeFor(A, [1, 1]))).rejects.toMatchObject({ code: "storage_failed" });
  await expect(log.append(changeFor(A, [1, 1]))).rejects.toMatchObject({ code: "storage_failed" });
  expect(log.read({ session: A, after: 0, limit: 9 })).toMatchObject({ head: 0, events: [] });
});

test("a commit number is never used twice, even when the newest events are gone", async () => {
  const temporary = temporaryLog();
  await temporary.log.append(changeFor(A, [1, 3]));
  temporary.outside.exec("DELETE FROM events");
  const reopened = await temporary.reopen();
  expect(reopened.lastCommit()).toBe(3);
  expect(await reopened.append(changeFor(B, [1, 1]))).toEqual({ lastCommit: 4 });
  expect(reopened.readCommits({ after: 1, limit: 9 })).toMatchObject({ events: [{ commit: 4 }], more: false });
});
