// What recoveries leave behind is bounded, and nothing that may be the only copy of something goes.
import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { describeRecovery, prepareDatabase, type RecoveryPaths, sizeOfIncidents } from "../../../src/log/index.ts";
import { until } from "../../kit/until.ts";
import { idOf, markOf, PAGE, Scene } from "./scene.ts";

const day = (n: number): string => `2026-05-${String(n).padStart(2, "0")}T10:00:00.000Z`;
const nameOf = (n: number): string => day(n).replaceAll(":", "-");
const recoverOn = (places: RecoveryPaths, n: number) => prepareDatabase(places, { now: day(n), isDamaged: true });

async function filled(): Promise<Scene> {
  const scene = new Scene();
  await scene.fill({ sessions: 2, events: 30 });
  return scene;
}

test("of recoveries that lost nothing the first and the newest two leave their files", async () => {
  const scene = await filled();
  for (let n = 1; n <= 6; n++) expect(recoverOn(scene.places, n)).toMatchObject({ events: { lost: 0 } });
  expect(readdirSync(scene.places.damaged)).toEqual([nameOf(1), nameOf(5), nameOf(6)]);
  const { incidents, bytes } = sizeOfIncidents(scene.places);
  expect([incidents, bytes > scene.bytes().length]).toEqual([3, true]);
});

test("files of a recovery that lost something stay until a person deletes them", async () => {
  const scene = await filled();
  scene.damage((bytes) => {
    bytes.write("X", bytes.indexOf(markOf(idOf(1), 7)));
    return bytes;
  });
  expect(recoverOn(scene.places, 1)).toMatchObject({ events: { lost: 1 } });
  for (let n = 2; n <= 8; n++) recoverOn(scene.places, n);
  expect(readdirSync(scene.places.damaged)).toEqual([nameOf(1), nameOf(2), nameOf(7), nameOf(8)]);
  expect(existsSync(join(scene.places.damaged, nameOf(1), "skein.db"))).toBe(true);
});

test("large files go first, but never the newest", async () => {
  const scene = await filled();
  for (const n of [1, 2]) {
    recoverOn(scene.places, n);
    // Takes no room on the disk.
    truncateSync(join(scene.places.damaged, nameOf(n), "skein.db"), 900 * 1024 ** 2);
  }
  recoverOn(scene.places, 3);
  expect(readdirSync(scene.places.damaged)).toEqual([nameOf(2), nameOf(3)]);
});

test("what else lies beside them is left alone and disturbs nobody", async () => {
  const scene = await filled();
  mkdirSync(join(scene.places.damaged, "by hand"), { recursive: true });
  writeFileSync(join(scene.places.damaged, "by hand", "skein.db"), "mine");
  writeFileSync(join(scene.places.damaged, "notes.txt"), "mine");
  for (let n = 1; n <= 5; n++) recoverOn(scene.places, n);
  expect(readdirSync(scene.places.damaged)).toEqual([nameOf(1), nameOf(4), nameOf(5), "by hand", "notes.txt"]);
});

test("old files that can't be deleted are told of once and don't fail the recovery; others still go", async () => {
  const scene = await filled();
  const told: string[] = [];
  const hear = ({ message }: Error): void => void told.push(message);
  process.on("warning", hear);
  onTestFinished(() => void process.off("warning", hear));
  for (let n = 1; n <= 3; n++) recoverOn(scene.places, n);
  const refuse = (step: string): void => {
    if (step === `remove ${nameOf(2)}`) throw new Error(`EPERM: not permitted, rm '${nameOf(2)}'`);
  };
  for (let n = 4; n <= 5; n++) {
    const report = prepareDatabase(scene.places, { now: day(n), isDamaged: true }, refuse);
    expect(report).toMatchObject({ events: { found: 60, lost: 0 } });
  }
  expect(readdirSync(scene.places.damaged)).toEqual([1, 2, 4, 5].map(nameOf));
  await until("a warning for each recovery", () => told.length === 2);
  expect(told[0]).toContain(nameOf(2));
  expect(told[0]).toContain("EPERM");
});

test("files stay when nobody knows how many events there were", async () => {
  const scene = new Scene();
  await scene.fill({ sessions: 1, events: 400 });
  const pages = [...scene.pagesOf("meta"), ...scene.pagesOf("sessions"), ...scene.pagesOf("events").slice(-5)];
  scene.damage((bytes) => {
    for (const page of pages) bytes.fill(0, (page - 1) * PAGE, page * PAGE);
    return bytes;
  });
  rmSync(`${scene.path}.witness`);
  const report = recoverOn(scene.places, 1);
  expect(report).toMatchObject({ events: { lost: 0 }, lostWithoutPlace: 0, newEpoch: true });
  expect(report?.events.found).toBeLessThan(400);
  expect(report && describeRecovery(report)).toContain("there may have been more");
  for (let n = 2; n <= 6; n++) expect(recoverOn(scene.places, n)).toMatchObject({ newEpoch: false });
  expect(readdirSync(scene.places.damaged)).toEqual([1, 2, 5, 6].map(nameOf));
});
