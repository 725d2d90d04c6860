// What recoveries leave behind is bounded, and nothing that may be the only copy of something goes.
import { existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Places, prepareDatabase, sizeOfIncidents } from "../../../src/log/sqlite/recovery/index.ts";
import { idOf, markOf, Scene } from "./scene.ts";

const day = (n: number): string => `2026-05-${String(n).padStart(2, "0")}T10:00:00.000Z`;
const nameOf = (n: number): string => day(n).replaceAll(":", "-");
const recoverOn = (places: Places, n: number) => prepareDatabase(places, { now: day(n), isDamaged: true });

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
