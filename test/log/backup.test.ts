// Generations: whole copies of the log, three good ones, whatever happens while one is made.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { generationsIn } from "../../src/log/sqlite/backup/generations.ts";
import { listBackups } from "../../src/log/sqlite/backup/list-backups.ts";
import { startMaintenance } from "../../src/log/sqlite/backup/maintenance.ts";
import { makeBackup } from "../../src/log/sqlite/backup/make-backup.ts";
import { verifyDatabase } from "../../src/log/sqlite/backup/verify-database.ts";
import { isDamage } from "../../src/log/sqlite/storage-failed.ts";
import { A, changeFor } from "../contracts/log/samples.ts";
import { until } from "../kit/until.ts";
import { idOf, markOf, PAGE, Scene } from "./recovery/scene.ts";

const day = (n: number): string => `2026-05-${String(n).padStart(2, "0")}T10:00:00.000Z`;

async function filled(): Promise<Scene> {
  const scene = new Scene();
  await scene.fill({ sessions: 2, events: 30 });
  return scene;
}

const namesOf = (scene: Scene): string[] => generationsIn(scene.places.backups).map(({ name }) => name);

test("[A-11] a generation is the whole log of one moment, verified, in a file of its owner's alone", async () => {
  const scene = await filled();
  const record = makeBackup(scene.places, { now: day(1), reason: "request" });
  expect(record).toMatchObject({
    name: "skein-2026-05-01T10-00-00.000Z-60.db",
    at: day(1),
    lastCommit: 60,
    events: 60,
    sessions: 2,
  });
  expect(statSync(record.path).mode & 0o777).toBe(0o600);
  expect(verifyDatabase(record.path)).toEqual(verifyDatabase(scene.path));
  const [lines, summaries] = [scene.lines(), scene.summaries()];
  writeFileSync(scene.path, readFileSync(record.path));
  expect([scene.lines(), scene.summaries()]).toEqual([lines, summaries]);
});

test("[A-12] three generations are kept, and the oldest goes when a newer one is good", async () => {
  const scene = await filled();
  for (let n = 1; n <= 5; n++) makeBackup(scene.places, { now: day(n), reason: "daily" });
  expect(namesOf(scene)).toEqual([5, 4, 3].map((n) => `skein-2026-05-0${n}T10-00-00.000Z-60.db`));
});

test("generations stay in order when the clock goes back", async () => {
  const scene = await filled();
  makeBackup(scene.places, { now: day(9), reason: "daily" });
  const { name, at } = makeBackup(scene.places, { now: day(2), reason: "daily" });
  expect(at).toBe("2026-05-09T10:00:00.001Z");
  expect(namesOf(scene)[0]).toBe(name);
});

test("a damaged generation does not count as one of the three, and is not deleted", async () => {
  const scene = await filled();
  const [first, second] = [1, 2, 3].map((n) => makeBackup(scene.places, { now: day(n), reason: "daily" }));
  const bytes = readFileSync(second!.path);
  bytes.write("E", bytes.indexOf(markOf(idOf(1), 7)) + 14);
  writeFileSync(second!.path, bytes);
  makeBackup(scene.places, { now: day(4), reason: "daily" });
  expect(namesOf(scene)).toHaveLength(4);
  expect(existsSync(first!.path)).toBe(true);
  const [fourth, third, bad, oldest] = listBackups(scene.places);
  expect([fourth, third, oldest]).toMatchObject(Array(3).fill({ isGood: true, events: 60, sessions: 2 }));
  expect(bad).toMatchObject({
    name: second!.name,
    isGood: false,
    trouble: expect.stringContaining(`chain of session ${idOf(1)} breaks at event 7`),
  });
  makeBackup(scene.places, { now: day(5), reason: "daily" });
  expect([existsSync(first!.path), existsSync(second!.path)]).toEqual([false, true]);
});

test.for(["a flipped bit", "a destroyed page"])("%s in the log makes no generation, and shows", async (damage) => {
  const scene = await filled();
  makeBackup(scene.places, { now: day(1), reason: "daily" });
  const before = readdirSync(scene.places.backups);
  const [page = 0] = scene.pagesOf("events");
  scene.damage((bytes) => {
    if (damage === "a destroyed page") return bytes.fill(0, (page - 1) * PAGE, page * PAGE);
    // Wherever it stands: SQLite may have left a copy of it behind.
    const mark = markOf(idOf(0), 9);
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) bytes.write("E", at + mark.length);
    return bytes;
  });
  let fault: unknown;
  try {
    makeBackup(scene.places, { now: day(2), reason: "daily" });
  } catch (caught) {
    fault = caught;
  }
  expect(isDamage(fault)).toBe(true);
  expect(readdirSync(scene.places.backups)).toEqual(before);
});

test("what a killed backup left goes with the next one", async () => {
  const scene = await filled();
  mkdirSync(scene.places.backups);
  writeFileSync(join(scene.places.backups, "making-1.db"), "half");
  writeFileSync(join(scene.places.backups, "making-1.db-journal"), "half");
  makeBackup(scene.places, { now: day(1), reason: "daily" });
  expect(readdirSync(scene.places.backups)).toEqual(["skein-2026-05-01T10-00-00.000Z-60.db"]);
});

/** Time that passes when told. */
function manualTime() {
  let now = day(1);
  let waiting: (() => void)[] = [];
  return {
    now: () => now,
    after: (_: number, callback: () => void) => {
      waiting.push(callback);
      return () => {
        waiting = waiting.filter((one) => one !== callback);
      };
    },
    /** An hour has passed, or a minute: whatever was waited for. */
    look(at: string) {
      now = at;
      const due = waiting;
      waiting = [];
      for (const callback of due) callback();
    },
  };
}

test("one is made a day, while events are added, and whenever somebody asks, while others write", async () => {
  const scene = await filled();
  const log = scene.open();
  const time = manualTime();
  const made: string[] = [];
  const maintenance = startMaintenance(scene.places, {
    now: time.now,
    after: time.after,
    lastCommit: () => log.lastCommit(),
    made: ({ reason, lastCommit }) => made.push(`${reason} ${lastCommit}`),
    failed: (fault) => made.push(`${fault}`),
    damaged: (fault) => made.push(`${fault}`),
  });
  time.look(day(1));
  await until("the first backup", () => made.length === 1);
  for (const at of [day(1), "2026-05-01T23:00:00.000Z", day(2), day(3)]) time.look(at);
  await log.append(changeFor(A, [1, 5]));
  time.look("2026-05-01T22:00:00.000Z");
  time.look(day(3));
  await until("the second backup", () => made.length === 2);
  const writing = (async () => {
    for (let seq = 6; seq < 200; seq++) await log.append(changeFor(A, [seq, seq]));
  })();
  const { lastCommit, events } = await maintenance.backup("request");
  expect(events).toBe(lastCommit);
  await writing;
  expect(made).toEqual(["daily 60", "daily 65", `request ${lastCommit}`]);
  expect(await maintenance.list()).toMatchObject([
    { lastCommit, isGood: true },
    { lastCommit: 65 },
    { lastCommit: 60 },
  ]);
  await maintenance.stop();
  await log.close();
});

test("a backup that can't be made is reported, and tried again at the next check", async () => {
  const scene = await filled();
  writeFileSync(scene.places.backups, "no directory");
  const time = manualTime();
  const told: string[] = [];
  const maintenance = startMaintenance(scene.places, {
    now: time.now,
    after: time.after,
    lastCommit: () => 60,
    made: ({ reason }) => told.push(`made: ${reason}`),
    failed: (fault) => told.push(`failed: ${(fault as NodeJS.ErrnoException).code}`),
    damaged: (fault) => told.push(`damaged: ${fault}`),
  });
  await expect(maintenance.backup("request")).rejects.toThrow();
  expect(told).toEqual([]);
  for (const times of [1, 2]) {
    time.look(day(1));
    await until("the failure", () => told.length === times);
  }
  rmSync(scene.places.backups);
  time.look(day(1));
  await until("a backup", () => told.length === 3);
  expect(told).toEqual(["failed: ENOTDIR", "failed: ENOTDIR", "made: daily"]);
  await maintenance.stop();
});

test.for([
  ["that the log itself has, too, counts", { isPassing: false, times: 1 }],
  ["that the log itself does not have counts for nothing", { isPassing: true, times: 0 }],
] as const)("damage in a copy %s", async ([, { isPassing, times }]) => {
  const scene = await filled();
  const tamper = (text: string): void => {
    const db = new DatabaseSync(scene.path);
    db.prepare("UPDATE events SET type = ? WHERE rowid = 5").run(text);
    db.close();
  };
  const type = String(scene.rows("SELECT type FROM events WHERE rowid = 5")[0]?.type);
  tamper("changed");
  const time = manualTime();
  const told = { failed: 0, damaged: 0 };
  const maintenance = startMaintenance(scene.places, {
    now: time.now,
    after: time.after,
    lastCommit: () => 60,
    made: () => {},
    failed: () => {
      told.failed++;
      if (isPassing) tamper(type);
    },
    damaged: () => {
      told.damaged++;
    },
  });
  time.look(day(1));
  await until("the failure", () => told.failed === 1);
  await maintenance.list();
  expect(told).toEqual({ failed: 1, damaged: times });
  await maintenance.stop();
});
