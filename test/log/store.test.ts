import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Condition, identityInDirectory, identityOf, openSqliteLog } from "../../src/log/index.ts";
import { prepareChange } from "../../src/log/prepare-change.ts";
import { Store } from "../../src/log/sqlite/store.ts";
import { type OpenWriter, openInlineWriter, type Writer } from "../../src/log/sqlite/writer.ts";
import { A, B, C, changeFor, eventFor } from "../contracts/log/samples.ts";
import { until } from "../kit/until.ts";
import { type TemporaryLog, temporaryLog, temporaryPath } from "./temporary-log.ts";

const NOW = "2026-01-01T00:00:00.000Z";

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
  "a failed write (%s) fails its whole group, and the log opens again by itself",
  async (failure) => {
    const temporary = temporaryLog();
    const { log, path, outside } = temporary;
    await log.append(changeFor(A, [1, 2]));
    breakOn(temporary, failure);
    const reopened = new Promise((resolve) => log.listen({ reopened: resolve }));

    const receipt = { command: "c1", session: B, bodyHash: "h", answer: "{}" };
    const group = await Promise.allSettled([log.append(changeFor(B, [1, 1], { receipt })), log.append(boom(A, 3))]);
    const refusal = {
      code: "storage_failed",
      message: expect.stringMatching(`${path}.*the disk is on fire.*Nothing that was acknowledged is lost`),
    };
    expect(group).toMatchObject([{ reason: refusal }, { reason: refusal }]);
    expect(await reopened).toEqual({ isRebuilt: false });
    expect(log.read({ session: A, after: 0, limit: 9 })).toMatchObject({ head: 2, more: false });
    expect([log.lastCommit(), log.receipt("c1"), log.summary(B)]).toEqual([2, null, null]);

    await expect(log.append(boom(A, 3))).rejects.toMatchObject(refusal);
    outside.exec("DROP TRIGGER broken");
    await until("the log to be writable", () => log.condition().kind === "writable");
    expect(await log.append(changeFor(A, [3, 3]))).toMatchObject({ lastCommit: 3 });
    expect(log.verify(A)).toBeNull();
  },
);

test("a commit that fails is a failed write", async () => {
  const { log, outside } = temporaryLog();
  outside.exec("CREATE TABLE parent (id INTEGER PRIMARY KEY)");
  outside.exec("CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)");
  outside.exec("CREATE TRIGGER broken AFTER INSERT ON events BEGIN INSERT INTO child VALUES (1); END");
  await expect(log.append(changeFor(A, [1, 1]))).rejects.toMatchObject({ code: "storage_failed" });
  expect(log.read({ session: A, after: 0, limit: 9 })).toMatchObject({ head: 0, events: [] });
});

test("a commit number is never used twice, even when the newest events are gone", async () => {
  const temporary = temporaryLog();
  await temporary.log.append(changeFor(A, [1, 3]));
  temporary.outside.exec("DELETE FROM events");
  const reopened = await temporary.reopen();
  expect(reopened.lastCommit()).toBe(3);
  expect(await reopened.append(changeFor(B, [1, 1]))).toMatchObject({ lastCommit: 4 });
  expect(reopened.readCommits({ after: 1, limit: 9 })).toMatchObject({ events: [{ commit: 4 }], more: false });
});

/** Takes the log's directory away, as a person would by accident, and gives back how to bring it back. */
function moveAway(path: string): () => void {
  const [home, elsewhere] = [dirname(path), `${dirname(path)}-elsewhere`];
  renameSync(home, elsewhere);
  return () => {
    rmSync(home, { recursive: true, force: true });
    renameSync(elsewhere, home);
  };
}

test("a directory that is taken away stops everything, nothing is made in its place, and all goes on when it is back", async () => {
  const { log, path } = temporaryLog();
  await log.append(changeFor(A, [1, 2]));
  const conditions: Condition[] = [];
  log.listen({ changed: (condition) => conditions.push(condition) });
  const bringBack = moveAway(path);

  await expect(log.append(changeFor(A, [3, 3]))).rejects.toMatchObject({
    code: "storage_failed",
    message: expect.stringMatching(/was moved or deleted.*Restore .*, and everything continues automatically/),
  });
  await until("the fence", () => log.condition().kind === "fenced");
  await expect(log.append(changeFor(B, [1, 1]))).rejects.toMatchObject({ code: "storage_failed" });
  expect(existsSync(path)).toBe(false);
  expect(log.read({ session: A, after: 0, limit: 9 }).events).toHaveLength(2);

  bringBack();
  await until("the log to be writable", () => log.condition().kind === "writable");
  expect(conditions.map(({ kind }) => kind)).toEqual(["fenced", "writable"]);
  await log.append(changeFor(A, [3, 3]));
  expect(log.verify(A)).toBeNull();
});

describe.for([false, true])("a write-ahead log that is taken away (in a thread: %s)", (isThreaded) => {
  const takeAway = {
    deleted: (wal: string) => rmSync(wal),
    moved: (wal: string) => renameSync(wal, `${wal}.elsewhere`),
    replaced: (wal: string) => {
      writeFileSync(`${wal}.other`, "");
      renameSync(`${wal}.other`, wal);
    },
  };

  test.for(["deleted", "moved", "replaced"] as const)("%s: all it held is saved, and the log goes on", async (how) => {
    const path = temporaryPath();
    const log = openSqliteLog({ path, isThreaded });
    onTestFinished(() => log.close());
    await log.append(changeFor(A, [1, 3]));
    takeAway[how](`${path}-wal`);

    await expect(log.append(changeFor(A, [4, 4]))).rejects.toMatchObject({
      code: "storage_failed",
      message: expect.stringMatching(/the write-ahead log .*skein.db-wal was deleted or replaced/),
    });
    await until("the log to be writable", () =>
      log.append(changeFor(A, [4, 4])).then(
        () => true,
        () => false,
      ),
    );
    expect(log.read({ session: A, after: 0, limit: 9 }).events).toHaveLength(4);
    expect(log.verify(A)).toBeNull();

    // What a hard stop of the daemon leaves.
    const left = temporaryPath();
    for (const suffix of ["", "-wal"]) copyFileSync(`${path}${suffix}`, `${left}${suffix}`);
    const after = openSqliteLog({ path: left });
    onTestFinished(() => after.close());
    expect(after.read({ session: A, after: 0, limit: 9 }).events).toHaveLength(4);
    expect(after.verify(A)).toBeNull();
  });
});

test("whoever lost the daemon's lock writes nothing more, for ever", async () => {
  const path = temporaryPath();
  const lock = join(dirname(path), "lock");
  writeFileSync(lock, "");
  const log = openSqliteLog({ path, lock: identityOf(lock) });
  onTestFinished(() => log.close());
  await log.append(changeFor(A, [1, 1]));
  // Made before the old one goes, so that it can't get the same place on the disk.
  writeFileSync(`${lock}-new`, "");
  renameSync(`${lock}-new`, lock);

  await expect(log.append(changeFor(A, [2, 2]))).rejects.toMatchObject({
    message: expect.stringContaining("another daemon"),
  });
  expect(log.condition()).toMatchObject({ kind: "lost", isReplaced: false });
  await expect(log.append(changeFor(B, [1, 1]))).rejects.toMatchObject({ code: "storage_failed" });
  expect(log.read({ session: A, after: 0, limit: 9 })).toMatchObject({ head: 1 });
});

describe("a home that was deleted", () => {
  function inHome() {
    const home = join(dirname(temporaryPath()), "home");
    mkdirSync(home);
    const lock = join(home, "lock");
    writeFileSync(lock, "");
    const log = openSqliteLog({ path: join(home, "skein.db"), lock: identityInDirectory(lock) });
    onTestFinished(() => log.close());
    return { home, log };
  }

  test("is given up at the next write: nothing can bring it back", async () => {
    const { home, log } = inHome();
    await log.append(changeFor(A, [1, 1]));
    rmSync(home, { recursive: true });
    await expect(log.append(changeFor(A, [2, 2]))).rejects.toMatchObject({
      message: expect.stringContaining("was deleted while this daemon ran"),
    });
    expect(log.condition()).toMatchObject({ kind: "lost", isReplaced: true });
    expect(existsSync(home)).toBe(false);
  });

  test("is given up at the hourly look of a log in which nothing happens", async () => {
    const { home, log } = inHome();
    rmSync(home, { recursive: true });
    await expect(log.collectGarbage(0)).rejects.toThrow();
    expect(log.condition()).toMatchObject({ kind: "lost", isReplaced: true });
  });

  test("is told from one that was moved: that one goes on when it is back", async () => {
    const { home, log } = inHome();
    renameSync(home, `${home}-aside`);
    await expect(log.append(changeFor(A, [1, 1]))).rejects.toMatchObject({ code: "storage_failed" });
    expect(log.condition()).toMatchObject({ kind: "fenced" });
    renameSync(`${home}-aside`, home);
    await until("it to be written again", () => log.condition().kind === "writable");
    await log.append(changeFor(A, [1, 1]));
  });
});

test("too little free space stops everything before the disk is full, and says how much is wanted", async () => {
  const path = temporaryPath();
  const log = openSqliteLog({ path, minFreeBytes: Number.MAX_SAFE_INTEGER });
  onTestFinished(() => log.close());
  await log.append(changeFor(A, [1, 1]));
  await until("the fence", () => log.condition().kind === "fenced");
  expect(log.condition()).toMatchObject({
    text: expect.stringMatching(/^storage: the disk is full on .* GB are left/),
  });
  await expect(log.append(changeFor(A, [2, 2]))).rejects.toMatchObject({ code: "storage_failed" });
  expect(log.read({ session: A, after: 0, limit: 9 })).toMatchObject({ head: 1 });
});

describe("a writer that dies", () => {
  /** A writer that carries a group out or not, and then dies without an answer, once. */
  const dyingWriter = (doesWrite: boolean): { openWriter: OpenWriter; opened: () => number } => {
    let opened = 0;
    return {
      opened: () => opened,
      openWriter: async (options) => {
        const real = await openInlineWriter(options);
        if (++opened > 1) return real;
        const write: Writer["write"] = async (jobs) => {
          if (doesWrite) await real.writer.write(jobs);
          throw new Error("the thread is gone");
        };
        return { ...real, writer: { ...real.writer, write } };
      },
    };
  };

  function storeWith(openWriter: OpenWriter): Store {
    const path = temporaryPath();
    const places = { path, backups: `${path}-backups`, damaged: `${path}-damaged` };
    const store = new Store({ places, lock: null, openWriter, minFreeBytes: 0, now: () => NOW }, null);
    onTestFinished(() => store.close());
    return store;
  }

  test("is replaced, and what it had stored is acknowledged", async () => {
    const { openWriter, opened } = dyingWriter(true);
    const store = storeWith(openWriter);
    const receipt = { command: "c1", session: B, bodyHash: "h", answer: "{}" };
    const written = await Promise.all([
      store.append(prepareChange(changeFor(A, [1, 2]))),
      store.append(prepareChange(changeFor(B, [1, 1], { receipt }))),
      // Nothing in it could tell; it shares the transaction of those that can.
      store.append(prepareChange(changeFor(B, [2, 1], { events: [] }))),
    ]);
    // How they are stored is not known from the writer: followers read it.
    expect(written.map(({ lastCommit, stored }) => [lastCommit, stored()])).toEqual(Array(3).fill([3, []]));
    expect(opened()).toBe(2);
    await store.append(prepareChange(changeFor(A, [3, 3])));
    expect(store.read(({ events }) => events.read({ session: A, after: 0, limit: 9 }).events)).toHaveLength(3);
  });

  test("is replaced, and what it had itself refused is not acknowledged with the rest of its group", async () => {
    const { openWriter } = dyingWriter(true);
    const store = storeWith(openWriter);
    const receipt = { command: "c1", session: A, bodyHash: "h", answer: "{}" };
    const group = await Promise.allSettled([
      store.append(prepareChange(changeFor(A, [1, 1], { receipt }))),
      store.append(prepareChange(changeFor(B, [1, 1], { receipt: { ...receipt, session: B } }))),
      store.append(prepareChange(changeFor(C, [2, 2]))),
      store.append(prepareChange(changeFor(B, [1, 1], { receipt: { ...receipt, command: "c2", session: B } }))),
    ]);
    expect(group.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  });

  test("is replaced, and what it had not stored is refused", async () => {
    const { openWriter } = dyingWriter(false);
    const store = storeWith(openWriter);
    await expect(store.append(prepareChange(changeFor(A, [1, 2])))).rejects.toMatchObject({ code: "storage_failed" });
    await store.append(prepareChange(changeFor(A, [1, 1])));
    expect(store.read(({ events }) => events.read({ session: A, after: 0, limit: 9 }).events)).toHaveLength(1);
  });
});

test("while a slow disk saves, that is said, nothing is acknowledged, and reads go on", async () => {
  const path = temporaryPath();
  const disk = Promise.withResolvers<void>();
  const openWriter: OpenWriter = async (options) => {
    const real = await openInlineWriter(options);
    const write: Writer["write"] = (jobs) => disk.promise.then(() => real.writer.write(jobs));
    return { ...real, writer: { ...real.writer, write } };
  };
  const places = { path, backups: `${path}-backups`, damaged: `${path}-damaged` };
  const store = new Store({ places, lock: null, openWriter, minFreeBytes: 0, now: () => NOW }, null);
  onTestFinished(() => store.close());
  let isAcknowledged = false;
  const written = store.append(prepareChange(changeFor(A, [1, 1]))).then(() => {
    isAcknowledged = true;
  });
  await until("it to be said", () => store.condition.kind === "slow");
  expect(store.condition).toMatchObject({
    text: expect.stringMatching(/^storage: the disk .* is slow; nothing is lost/),
  });
  expect(isAcknowledged).toBe(false);
  expect(store.read(({ events }) => events.read({ session: A, after: 0, limit: 9 }).events)).toEqual([]);
  disk.resolve();
  await written;
  expect(store.condition).toEqual({ kind: "writable" });
});

test("in a thread of its own the log keeps the same promises", async () => {
  const path = temporaryPath();
  const log = openSqliteLog({ path, isThreaded: true });
  onTestFinished(() => log.close());
  await Promise.all([log.append(changeFor(A, [1, 50])), log.append(changeFor(B, [1, 50]))]);
  await expect(log.append(changeFor(A, [7, 7]))).rejects.toMatchObject({ code: "seq_conflict" });
  await log.append(changeFor(A, [51, 51]));
  expect([log.verify(A), log.verify(B), log.lastCommit()]).toEqual([null, null, 101]);
  await log.close();
  await expect(log.append(changeFor(A, [52, 52]))).rejects.toMatchObject({ code: "log_closed" });
});
