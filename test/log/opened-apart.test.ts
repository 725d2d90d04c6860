// Reader and writer open the database one after the other, and so do second looks: what lies there may be taken away in between.
import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openSqliteLog } from "../../src/log/index.ts";
import { prepareChange } from "../../src/log/prepare-change.ts";
import { isConfirmed } from "../../src/log/sqlite/confirm-damage.ts";
import { Store } from "../../src/log/sqlite/store.ts";
import { type OpenWriter, openInlineWriter } from "../../src/log/sqlite/writer.ts";
import { A, changeFor, seqsOf } from "../contracts/log/samples.ts";
import { temporaryLog, temporaryPath } from "./temporary-log.ts";

/** What a killed daemon leaves: everything is in the write-ahead log. */
async function crashed(): Promise<string> {
  const { log, path } = temporaryLog();
  await log.append(changeFor(A, [1, 6]));
  const left = temporaryPath();
  for (const end of ["", "-wal"]) copyFileSync(`${path}${end}`, `${left}${end}`);
  return left;
}

test("a write-ahead log that is deleted after the reader and before the writer has opened it loses nothing", async () => {
  const path = await crashed();
  const openWriter: OpenWriter = async (options) => {
    if (!options.after) rmSync(`${path}-wal`);
    return openInlineWriter(options);
  };
  const [backups, damaged] = ["backups", "damaged"].map((name) => join(dirname(path), name)) as [string, string];
  const now = () => "2026-01-01T00:00:00.000Z";
  const store = new Store({ places: { path, backups, damaged }, lock: null, openWriter, minFreeBytes: 0, now }, null);
  const outcomes = [];
  for (const seq of [7, 7, 8]) {
    const change = prepareChange(changeFor(A, [seq, seq]));
    outcomes.push(
      await store.append(change).then(
        () => "stored",
        (fault) => fault.code,
      ),
    );
  }
  expect(outcomes).toEqual(["storage_failed", "stored", "stored"]);
  // As a daemon that is killed: nothing is written back.
  const left = temporaryPath();
  for (const end of ["", "-wal"]) if (existsSync(`${path}${end}`)) copyFileSync(`${path}${end}`, `${left}${end}`);
  await store.close();
  const log = openSqliteLog({ path: left });
  expect(seqsOf(log.read({ session: A, after: 0, limit: 99 }).events)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  await log.close();
});

test("a second look at a database that was moved away makes none in its place", async () => {
  const { log, path } = temporaryLog();
  await log.append(changeFor(A, [1, 1]));
  renameSync(path, `${path}.away`);
  expect(isConfirmed({ path, fault: new Error("malformed"), ask: () => {}, isRebuiltFor: false })).toBe(false);
  expect(existsSync(path)).toBe(false);
  renameSync(`${path}.away`, path);
});
