// A recovery that is cut short at any step is finished at the next start, or begins again; and one too many does no harm.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StatementSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { readReports } from "../../../src/log/index.ts";
import { makeBackup } from "../../../src/log/sqlite/backup/make-backup.ts";
import { NOW, PAGE, Scene } from "./scene.ts";

async function cutShort(): Promise<{ scene: Scene; damaged: Buffer }> {
  const scene = new Scene();
  await scene.fill({ sessions: 2, events: 60, textLength: () => 200 });
  makeBackup(scene.places, { now: NOW, reason: "request" });
  rmSync(`${scene.path}-shm`, { force: true });
  const damaged = scene.bytes().subarray(0, -3 * PAGE);
  writeFileSync(scene.path, damaged);
  writeFileSync(`${scene.path}-wal`, "half of something");
  return { scene, damaged };
}

/** As a power cut does that comes while the report is written. */
function leaveHalfReport(damaged: string): void {
  const incidents = existsSync(damaged) ? readdirSync(damaged).map((name) => join(damaged, name)) : [];
  for (const incident of incidents)
    if (!existsSync(join(incident, "report.json"))) writeFileSync(join(incident, "report.json.123.new"), '{"half');
}

test("wherever it is cut short, the next start ends with the same log, and with the old files beside its report", async () => {
  const { scene, damaged } = await cutShort();
  const steps: string[] = [];
  const files = (): [string, Buffer][] => [
    ["skein.db", damaged],
    ["skein.db-wal", Buffer.from("half of something")],
  ];
  const expected = scene.start((step) => steps.push(step));
  const lines = scene.lines();
  expect(steps).toEqual([
    "salvage",
    "sync new database",
    "write report",
    "set aside skein.db",
    "set aside skein.db-wal",
    "put in place",
  ]);

  for (const last of steps.keys()) {
    rmSync(scene.places.damaged, { recursive: true });
    for (const side of ["", "-wal", "-shm"]) rmSync(`${scene.path}${side}`, { force: true });
    for (const [name, bytes] of files()) writeFileSync(join(scene.directory, name), bytes);
    let count = 0;
    const dieAt = (): void => {
      if (count++ === last) throw new Error("cut short");
    };
    expect(() => scene.start(dieAt)).toThrow("cut short");
    leaveHalfReport(scene.places.damaged);
    const again = scene.start();
    expect(again).toMatchObject({ events: expected!.events, missing: expected!.missing });
    expect(scene.lines()).toEqual(lines);
    for (const [name, bytes] of files()) expect(scene.keptBytes(name).equals(bytes)).toBe(true);
    expect([readReports(scene.places), readdirSync(scene.places.damaged)]).toEqual([[again], [expect.any(String)]]);
    expect(scene.kept()).toEqual(["report.json", "skein.db", "skein.db-wal"]);
    expect(scene.start()).toBeNull();
  }
});

test("recovering what is whole changes nothing but the file", async () => {
  const scene = new Scene();
  await scene.fill({ sessions: 3, events: 50 });
  const look = (): unknown[] => [scene.lines(), scene.summaries(), scene.rows("SELECT * FROM meta")];
  const before = look();
  for (let round = 0; round < 2; round++) {
    expect(scene.recover()).toMatchObject({ events: { found: 150, lost: 0 }, newEpoch: false, missing: [] });
    expect(look()).toEqual(before);
  }
  expect(readReports(scene.places)).toHaveLength(2);
});

test("placeholders that an earlier recovery put in stay what they are", async () => {
  const scene = new Scene();
  await scene.fill({ sessions: 1, events: 90 });
  const [, page = 0] = scene.pagesOf("events");
  scene.damage((bytes) => bytes.fill(0, (page - 1) * PAGE, page * PAGE));
  const first = scene.recover();
  expect(first?.events.lost).toBeGreaterThan(0);
  const lines = scene.lines();
  expect(scene.recover()).toMatchObject({ events: { found: 90, lost: 0 } });
  expect(scene.lines()).toEqual(lines);
});

test("what is not its own is not tidied away", async () => {
  const scene = new Scene();
  await scene.fill({ sessions: 1, events: 10 });
  const foreign = join(scene.places.damaged, "by-hand");
  mkdirSync(foreign, { recursive: true });
  writeFileSync(join(foreign, "skein.db"), "mine");
  expect(scene.start()).toBeNull();
  expect(readFileSync(join(foreign, "skein.db"), "utf8")).toBe("mine");
  expect(readdirSync(scene.places.damaged)).toEqual(["by-hand"]);
});

test("a database of a newer version is not damage: it is refused, and not a byte of it changes", async () => {
  const scene = new Scene();
  await scene.fill({ sessions: 1, events: 10 });
  scene.exec("PRAGMA user_version = 99");
  const before = readdirSync(scene.directory).sort();
  const bytes = scene.bytes();
  for (const isDamaged of [false, true]) {
    expect(() => (isDamaged ? scene.recover() : scene.start())).toThrow(
      expect.objectContaining({ code: "newer_database", message: expect.stringContaining("install the newer Skein") }),
    );
  }
  expect(() => scene.open()).toThrow(expect.objectContaining({ code: "newer_database" }));
  expect(scene.bytes().equals(bytes)).toBe(true);
  expect(readdirSync(scene.directory).sort()).toEqual(before);
  expect(existsSync(scene.places.damaged)).toBe(false);
});

test("a log that was built and reads otherwise than it was written is not put in place: recovery_failed", async () => {
  const { scene, damaged } = await cutShort();
  const { all } = StatementSync.prototype;
  const spy = vi.spyOn(StatementSync.prototype, "all").mockImplementation(function (this: StatementSync, ...values) {
    return this.sourceSQL.startsWith("PRAGMA quick_check")
      ? [{ quick_check: "row 3 missing from index" }]
      : all.apply(this, values);
  });
  const message = /^No complete log could be built from what was found \(.*\)\. Nothing was changed: keep /;
  expect(() => scene.start()).toThrow(
    expect.objectContaining({ code: "recovery_failed", message: expect.stringMatching(message) }),
  );
  expect(scene.bytes()).toEqual(damaged);
  spy.mockRestore();
  scene.start();
  expect([...scene.lines().values()].map(({ length }) => length)).toEqual([60, 60]);
});
