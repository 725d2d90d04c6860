// A write-ahead log that was deleted, cut or changed: what was in it and nowhere else is found as far as it is there, and counted where it is not.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readWitness } from "../../../src/log/index.ts";
import { makeBackup } from "../../../src/log/sqlite/backup/make-backup.ts";
import { A, changeFor } from "../../contracts/log/samples.ts";
import { idOf, NOW, nextChange, PAGE, Scene } from "./scene.ts";

const epochOf = (scene: Scene): unknown => scene.rows("SELECT epoch FROM meta")[0]?.epoch;

describe("the write-ahead log", () => {
  /** A killed daemon whose last 25 events are in the WAL alone. */
  async function killed(): Promise<Scene> {
    const scene = new Scene();
    await scene.fill({ sessions: 1, events: 30 });
    await scene.abandon(async (log) => {
      for (let n = 0; n < 25; n++) await log.append(nextChange(log));
    });
    return scene;
  }

  test("deleted: the missing commits are named, and what is left is the log up to the last checkpoint", async () => {
    const scene = await killed();
    rmSync(`${scene.path}-wal`);
    expect(scene.start()).toMatchObject({
      reason: expect.stringMatching(/^commits 31 to 55 are missing/),
      lostWithoutPlace: 25,
      newEpoch: true,
      events: { found: 30, lost: 25 },
    });
    expect(scene.lines().get(idOf(0))).toHaveLength(30);
    expect(scene.start()).toBeNull();
  });

  test("deleted before it was ever written back: that nothing is left is said, and a backup brings back what it has", async () => {
    const scene = new Scene();
    await scene.abandon(async (log) => {
      await log.append(changeFor(A, [1, 20]));
    });
    const before = scene.lines();
    expect(scene.bytes().length).toBeLessThanOrEqual(PAGE);
    makeBackup(scene.places, { now: NOW, reason: "request" });
    rmSync(`${scene.path}-wal`, { force: true });
    expect(scene.start()).toMatchObject({ reason: "the database has no tables any more", events: { lost: 0 } });
    expect(scene.lines()).toEqual(before);
  });

  test("deleted, with a backup that has them: they come back", async () => {
    const scene = await killed();
    makeBackup(scene.places, { now: NOW, reason: "request" });
    const before = scene.lines();
    scene.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    // The database of before, as a deleted WAL leaves it.
    const epoch = epochOf(scene);
    scene.exec("DELETE FROM events WHERE seq > 30; UPDATE meta SET last_commit = 30");
    expect(scene.start()).toMatchObject({ newEpoch: false, events: { found: 55, lost: 0, fromGeneration: 25 } });
    expect(scene.lines()).toEqual(before);
    expect(epochOf(scene)).toBe(epoch);
  });

  test("its index deleted: nothing is missing", async () => {
    const scene = await killed();
    rmSync(`${scene.path}-shm`, { force: true });
    expect(scene.start()).toBeNull();
    expect(scene.lines().get(idOf(0))).toHaveLength(55);
  });

  test("with a flipped bit: SQLite would stop there, and the events behind it are found all the same", async () => {
    const scene = await killed();
    const before = scene.lines();
    scene.damage((bytes) => {
      bytes[32 + 24 + 100] = (bytes[32 + 24 + 100] ?? 0) ^ 1;
      return bytes;
    }, "-wal");
    const report = scene.start();
    expect(report?.reason).toMatch(/^commits \d+ to 55 are missing/);
    expect(report).toMatchObject({ events: { found: 55, lost: 0 } });
    expect(scene.lines()).toEqual(before);
    expect(scene.kept()).toEqual(expect.arrayContaining(["skein.db", "skein.db-wal"]));
    expect(existsSync(`${scene.path}-wal`)).toBe(false);
  });

  test("with a destroyed header: SQLite would ignore all of it, and every event in it is found all the same", async () => {
    const scene = await killed();
    const before = scene.lines();
    scene.damage((bytes) => bytes.fill(0xa5, 0, 32), "-wal");
    const report = scene.start();
    expect(report?.reason).toMatch(/^commits \d+ to 55 are missing/);
    expect(report).toMatchObject({ events: { found: 55, lost: 0 } });
    expect(scene.lines()).toEqual(before);
  });

  test("[A-13] cut at any place: what was acknowledged and is behind the cut is counted", async () => {
    const scene = await killed();
    const whole = { db: scene.bytes(), wal: scene.bytes("-wal") };
    const witness = readWitness(scene.path);
    for (let cut = 1; cut <= PAGE; cut += process.env.SKEIN_DAMAGES ? 1 : 409) {
      rmSync(scene.places.damaged, { recursive: true, force: true });
      rmSync(`${scene.path}-shm`, { force: true });
      writeFileSync(scene.path, whole.db);
      writeFileSync(`${scene.path}-wal`, whole.wal.subarray(0, whole.wal.length - cut));
      scene.witness(witness!.epoch, witness!.lastCommit);
      const report = scene.start();
      expect(report?.events).toEqual({ found: 54, fromGeneration: 0, lost: 1 });
      expect(report?.newEpoch).toBe(true);
      expect(scene.lines().get(idOf(0))).toHaveLength(54);
    }
  }, 900_000);
});

test("a copy that was made while the log was written opens, or says what it lacks", async () => {
  const scene = new Scene();
  await scene.fill({ sessions: 2, events: 40 });
  const copy = new Scene();
  await scene.abandon(async (log) => {
    for (let n = 0; n < 5; n++) await log.append(nextChange(log));
    writeFileSync(copy.path, scene.bytes());
    for (let n = 0; n < 5; n++) await log.append(nextChange(log));
    writeFileSync(`${copy.path}-wal`, scene.bytes("-wal"));
  });
  expect(copy.start()).toBeNull();
  const log = copy.open();
  expect(log.read({ session: idOf(0), after: 0, limit: 100 }).head).toBe(50);
  await log.close();
  expect(existsSync(copy.places.damaged)).toBe(false);
});
