// Another file in the place of the database, while a daemon has it open: SQLite would write on into the one that has no name any more.
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { identityInDirectory, openSqliteLog } from "../../src/log/index.ts";
import { A, B, changeFor } from "../contracts/log/samples.ts";
import { until } from "../kit/until.ts";
import { temporaryPath } from "./temporary-log.ts";

const seqsOf = (log: ReturnType<typeof openSqliteLog>, session: string): number[] =>
  log.read({ session, after: 0, limit: 99 }).events.map(({ seq }) => seq);

/** A whole database with one event of another session. */
async function otherDatabase(): Promise<string> {
  const path = temporaryPath();
  const log = openSqliteLog({ path });
  await log.append(changeFor(B, [1, 1]));
  await log.close();
  return path;
}

async function openWithEvents() {
  const path = temporaryPath();
  const log = openSqliteLog({ path });
  onTestFinished(() => log.close());
  await log.append(changeFor(A, [1, 3]));
  return { path, log, backups: join(dirname(path), "backups") };
}

test("a database that is replaced by another one is noticed at the next write: nothing is acknowledged, and the other one is left as it is", async () => {
  const { path, log } = await openWithEvents();
  linkSync(path, `${path}.kept`);
  renameSync(await otherDatabase(), path);
  const other = readFileSync(path);
  await expect(log.append(changeFor(A, [4, 4]))).rejects.toMatchObject({
    code: "storage_failed",
    message: expect.stringMatching(/was replaced by another file.*backups/),
  });
  expect(log.condition()).toMatchObject({ kind: "fenced", text: expect.stringContaining("was replaced") });
  await expect(log.append(changeFor(A, [4, 4]))).rejects.toMatchObject({ code: "storage_failed" });
  expect(seqsOf(log, A)).toEqual([1, 2, 3]);
  expect(readFileSync(path).equals(other)).toBe(true);

  renameSync(`${path}.kept`, path);
  await until("the log", () => log.condition().kind === "writable");
  await log.append(changeFor(A, [4, 4]));
  expect(seqsOf(log, A)).toEqual([1, 2, 3, 4]);
});

test("what was acknowledged before a database was replaced is in a backup, though nobody wrote before the end", async () => {
  const { path, log, backups } = await openWithEvents();
  renameSync(await otherDatabase(), path);
  await log.close();
  const [name = ""] = readdirSync(backups);
  const saved = temporaryPath();
  copyFileSync(join(backups, name), saved);
  const again = openSqliteLog({ path: saved });
  onTestFinished(() => again.close());
  expect(seqsOf(again, A)).toEqual([1, 2, 3]);
});

test("an older copy of the log in its place loses nothing that was acknowledged: the next start takes it from the backup", async () => {
  const { path, log } = await openWithEvents();
  await log.close();
  const older = temporaryPath();
  copyFileSync(path, older);
  const ours = openSqliteLog({ path });
  await ours.append(changeFor(A, [4, 9]));
  renameSync(older, path);
  await ours.close();
  const again = openSqliteLog({ path });
  onTestFinished(() => again.close());
  expect(seqsOf(again, A)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("a home that is replaced as a whole gets nothing from the daemon of the one before", async () => {
  const root = dirname(temporaryPath());
  const [home, another] = [join(root, "home"), join(root, "another")];
  for (const dir of [home, another]) {
    mkdirSync(dir);
    writeFileSync(join(dir, "lock.db"), "");
  }
  copyFileSync(await otherDatabase(), join(another, "skein.db"));
  const log = openSqliteLog({ path: join(home, "skein.db"), lock: identityInDirectory(join(home, "lock.db")) });
  await log.append(changeFor(A, [1, 3]));
  renameSync(home, join(root, "away"));
  renameSync(another, home);
  await log.append(changeFor(A, [4, 4])).catch(() => {});
  await log.close();
  expect(readdirSync(home).sort()).toEqual(["lock.db", "skein.db"]);
});

test.for(["at the next write", "at the end"])(
  "a database that is deleted loses nothing that was acknowledged, whether that is noticed %s: the next start takes it from a backup",
  async (noticed) => {
    const { path, log, backups } = await openWithEvents();
    rmSync(path);
    if (noticed === "at the next write") {
      await expect(log.append(changeFor(A, [4, 4]))).rejects.toMatchObject({
        message: expect.stringMatching(/was moved or deleted.*newest backup/),
      });
      await until("the backup", () => readdirSync(backups).length > 0);
    }
    await log.close();
    expect(readdirSync(backups)).toHaveLength(1);
    const again = openSqliteLog({ path });
    onTestFinished(() => again.close());
    expect(seqsOf(again, A)).toEqual([1, 2, 3]);
  },
);

test("a database that is moved away has nothing made in its place, and goes on when it is back", async () => {
  const { path, log } = await openWithEvents();
  renameSync(path, `${path}.away`);
  await log.append(changeFor(A, [4, 4])).catch(() => {});
  expect(readdirSync(dirname(path))).not.toContain("skein.db");
  renameSync(`${path}.away`, path);
  await until("the log", () => log.condition().kind === "writable");
  await log.append(changeFor(A, [4, 4]));
  expect(seqsOf(log, A)).toEqual([1, 2, 3, 4]);
});
