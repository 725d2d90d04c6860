// SQLite says "malformed" of a disk that does not answer, too. What it says counts when it finds the damage in files that the disk gives as a whole.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Log, openSqliteLog } from "../../src/log/index.ts";
import { prepareChange } from "../../src/log/prepare-change.ts";
import { Store } from "../../src/log/sqlite/store.ts";
import { type OpenWriter, openInlineWriter } from "../../src/log/sqlite/writer.ts";
import { A, changeFor, seqsOf } from "../contracts/log/samples.ts";
import { until } from "../kit/until.ts";
import { idOf, PAGE, Scene } from "./recovery/scene.ts";
import { temporaryPath } from "./temporary-log.ts";

const NOW = "2026-01-01T00:00:00.000Z";
const malformed = (): Error => Object.assign(new Error("database disk image is malformed"), { errcode: 11 });

/** Throws for so many calls, as if the disk answered from then on. */
function forSoManyCalls(times: number): () => void {
  let left = times;
  return () => {
    if (left-- > 0) throw malformed();
  };
}

function openStore(openWriter: OpenWriter) {
  const path = temporaryPath();
  const [backups, damaged] = ["backups", "damaged"].map((name) => join(dirname(path), name)) as [string, string];
  const places = { path, backups, damaged };
  const store = new Store({ places, lock: null, openWriter, minFreeBytes: 0, now: () => NOW }, null);
  onTestFinished(() => store.close());
  const reopened: boolean[] = [];
  store.listen({ reopened: ({ isRebuilt }) => reopened.push(isRebuilt) });
  return { store, damaged, reopened };
}

test("a disk that answers again after both looks of a reader has lost nothing, and nothing is rebuilt", async () => {
  const { store, damaged, reopened } = openStore(openInlineWriter);
  await store.append(prepareChange(changeFor(A, [1, 10])));
  const disk = forSoManyCalls(2);
  const read = () =>
    store.read(({ events }) => {
      disk();
      return events.read({ session: A, after: 0, limit: 99 });
    });
  expect(read).toThrow(expect.objectContaining({ code: "storage_failed" }));
  await until("the log to be open again", () => reopened.length === 1);
  expect([reopened, existsSync(damaged)]).toEqual([[false], false]);
  expect(seqsOf(read().events)).toHaveLength(10);
  expect(await store.append(prepareChange(changeFor(A, [11, 11])))).toMatchObject({ lastCommit: 11 });
});

test.for([1, 2, 3])(
  "a writer that can't be opened %d times before the disk answers: nothing is rebuilt",
  async (times) => {
    const [written, opened] = [forSoManyCalls(1), forSoManyCalls(times)];
    const { store, damaged, reopened } = openStore(async (options) => {
      if (options.after) opened();
      const { writer, ...rest } = await openInlineWriter(options);
      const write: typeof writer.write = async (jobs) => {
        written();
        return writer.write(jobs);
      };
      return { ...rest, writer: { ...writer, write } };
    });
    await expect(store.append(prepareChange(changeFor(A, [1, 2])))).rejects.toMatchObject({ code: "storage_failed" });
    await until("the log to be open again", () => reopened.length === 1);
    expect([reopened, existsSync(damaged)]).toEqual([[false], false]);
    expect(await store.append(prepareChange(changeFor(A, [1, 2])))).toMatchObject({ lastCommit: 2 });
  },
);

test("a log that SQLite can't read twice at start, before the disk answers, is not rebuilt", async () => {
  const path = temporaryPath();
  const before = openSqliteLog({ path });
  await before.append(changeFor(A, [1, 10]));
  await before.close();
  const disk = forSoManyCalls(2);
  const prepare = DatabaseSync.prototype.prepare;
  const spy = vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function (
    this: DatabaseSync,
    sql,
    ...rest
  ) {
    if (sql.includes("epoch FROM meta")) disk();
    return prepare.call(this, sql, ...rest);
  });
  onTestFinished(() => spy.mockRestore());
  const log = openSqliteLog({ path });
  onTestFinished(() => log.close());
  expect(existsSync(join(dirname(path), "damaged"))).toBe(false);
  expect(seqsOf(log.read({ session: A, after: 0, limit: 99 }).events)).toHaveLength(10);
});

/** Asks until the log was rebuilt. */
async function rebuilt(log: Log, ask: () => unknown): Promise<void> {
  const reopened: boolean[] = [];
  log.listen({ reopened: ({ isRebuilt }) => reopened.push(isRebuilt) });
  await until("the rebuilt log", async () => {
    if (log.condition().kind === "writable")
      await Promise.resolve()
        .then(ask)
        .catch(() => {});
    return reopened.includes(true);
  });
}

test.for(["events", "sqlite_autoindex_events_1", "sessions_by_activity"])(
  "a destroyed page of %s, which SQLite alone can name, is repaired whoever meets it",
  async (table) => {
    const scene = new Scene();
    await scene.fill({ sessions: 4, events: 40 });
    const [page] = scene.pagesOf(table);
    if (page === undefined) throw new Error(`${table} has no page`);
    scene.damage((bytes) => bytes.fill(0xff, (page - 1) * PAGE, page * PAGE));
    const log = openSqliteLog({ path: scene.path });
    onTestFinished(() => log.close());
    await rebuilt(log, async () => {
      log.sessions({ limit: 9 });
      log.read({ session: idOf(0), after: 0, limit: 99 });
      await log.append(changeFor(A, [1, 1]));
    });
    expect(log.read({ session: idOf(1), after: 0, limit: 99 }).events).toHaveLength(40);
  },
);
