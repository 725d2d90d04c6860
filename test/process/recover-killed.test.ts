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
  const { prepareDatabase } = await import(${from("src/log/index.ts")});
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

const backUpAndDie = `
  const { default: fs } = await import("node:fs");
  const { syncBuiltinESMExports } = await import("node:module");
  const { makeBackup } = await import(${from("src/log/sqlite/backup/make-backup.ts")});
  const [places, last, now] = [JSON.parse(path), Number(args[0]), args[1]];
  let count = 0;
  const step = () => {
    if (count++ === last) process.kill(process.pid, "SIGKILL");
  };
  for (const name of ["mkdirSync", "rmSync", "renameSync", "chmodSync", "fsyncSync"]) {
    const original = fs[name];
    fs[name] = (...args) => (step(), original(...args));
  }
  syncBuiltinESMExports();
  const copyInto = (target) => {
    const database = new DatabaseSync(places.path, { readOnly: true });
    database.prepare("VACUUM INTO ?").run(target);
    database.close();
    const whole = fs.readFileSync(target);
    fs.writeFileSync(target, whole.subarray(0, whole.length / 2));
    step();
    fs.writeFileSync(target, whole);
  };
  makeBackup(places, { now, reason: "daily", copyInto });
`;

test("[A-11] a backup that is killed in the middle of its copy, or before anything else that it changes, leaves the generations of before as they were", async () => {
  const scene = new Scene();
  await scene.fill({ sessions: 3, events: 300, textLength: () => 500 });
  const later = (minutes: number): string => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();
  const events = [0, 1, 2].map((n) => makeBackup(scene.places, { now: later(n), reason: "daily" }).events)[0];
  const names = (): string[] => generationsIn(scene.places.backups).map(({ name }) => name);
  for (let last = 0; last < 20; last++) {
    const before = names();
    const args = [JSON.stringify(scene.places), String(last), later(3 + last)];
    const outcome = await startChild(backUpAndDie, args).ended;
    expect([0, "SIGKILL"]).toContain(outcome);
    const after = names();
    const isNamed = !before.includes(after[0] ?? "");
    const kept = after.filter((name) => before.includes(name));
    // Only the oldest go, and only when there is a newer one instead.
    expect(isNamed ? kept.slice(0, 2) : kept).toEqual(isNamed ? before.slice(0, 2) : before);
    for (const { path } of generationsIn(scene.places.backups)) expect(verifyDatabase(path)).toMatchObject({ events });
    if (outcome !== 0) continue;
    expect(last).toBeGreaterThan(5);
    expect(readdirSync(scene.places.backups)).toHaveLength(3);
    return;
  }
  throw new Error("it was never let through to its end");
});
