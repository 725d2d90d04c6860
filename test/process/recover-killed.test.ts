// Recovery and backup, killed for real: whatever the moment, nothing that was there is gone afterwards.
import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { generationsIn } from "../../src/log/sqlite/backup/generations.ts";
import { makeBackup } from "../../src/log/sqlite/backup/make-backup.ts";
import { verifyDatabase } from "../../src/log/sqlite/backup/verify-database.ts";
import { NOW, PAGE, Scene } from "../log/recovery/scene.ts";
import { startChild } from "./log-child.ts";

const from = (file: string): string => JSON.stringify(pathToFileURL(file).href);

const recoverAndDie = `
  const { prepareDatabase } = await import(${from("src/log/sqlite/recovery/index.ts")});
  const [places, last] = [JSON.parse(path), Number(args[0])];
  let count = 0;
  prepareDatabase(places, { now: "${NOW}", isDamaged: false }, () => {
    if (count++ === last) process.kill(process.pid, "SIGKILL");
  });
`;

test("a recovery that is killed before any of its steps is finished by the next start", async () => {
  for (let last = 0; last < 12; last++) {
    const scene = new Scene();
    await scene.fill({ sessions: 2, events: 60, textLength: () => 200 });
    makeBackup(scene.places, { now: NOW, reason: "request" });
    const lines = scene.lines();
    scene.damage((bytes) => bytes.subarray(0, -2 * PAGE));
    const outcome = await startChild(recoverAndDie, [JSON.stringify(scene.places), String(last)]).ended;
    expect([0, "SIGKILL"]).toContain(outcome);
    scene.start();
    expect(scene.lines()).toEqual(lines);
    expect(scene.kept()).toEqual(expect.arrayContaining(["report.json", "skein.db"]));
    expect(scene.start()).toBeNull();
    if (outcome === 0) return;
  }
  throw new Error("it was never let through to its end");
});

const backUpForEver = `
  const { makeBackup } = await import(${from("src/log/sqlite/backup/make-backup.ts")});
  for (let n = 0; ; n++) {
    say("next");
    makeBackup(JSON.parse(path), { now: new Date(Date.parse("${NOW}") + n).toISOString(), reason: "daily" });
  }
`;

test("[A-11] a backup that is killed at any moment leaves the generations of before as they were", async () => {
  const scene = new Scene();
  await scene.fill({ sessions: 3, events: 300, textLength: () => 500 });
  const { events } = makeBackup(scene.places, { now: NOW, reason: "request" });
  const kills = Number(process.env.SKEIN_KILLS ?? 12);
  for (let kill = 0; kill < kills; kill++) {
    const child = startChild(backUpForEver, [JSON.stringify(scene.places)]);
    for (let line = 0; line <= kill % 4; line++) await child.lines.next();
    // Somewhere in the next one: how far it gets meanwhile differs each time.
    for (let spin = 0; spin < kill * 40_000; spin++) Math.sqrt(spin);
    child.process.kill("SIGKILL");
    expect(await child.ended).toBe("SIGKILL");
    const generations = generationsIn(scene.places.backups);
    expect(generations.length).toBeGreaterThanOrEqual(Math.min(1 + (kill % 4), 3));
    expect(generations.length).toBeLessThanOrEqual(4);
    for (const { path } of generations) expect(verifyDatabase(path)).toMatchObject({ events });
  }
  makeBackup(scene.places, { now: "2026-06-01T10:00:00.000Z", reason: "request" });
  expect(readdirSync(scene.places.backups)).toHaveLength(3);
});
