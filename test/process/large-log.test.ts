// A log that is larger than most: it is kept like any other.
import { statSync } from "node:fs";
import { expect, test } from "vitest";
import { makeBackup } from "../../src/log/sqlite/backup/make-backup.ts";
import { A, changeFor, eventFor, summaryFor } from "../contracts/log/samples.ts";
import { NOW, Scene } from "../log/recovery/scene.ts";

test("[A-14] a log of more than a hundred megabytes is backed up and recovered like a small one", async () => {
  const scene = new Scene();
  const log = scene.open();
  const text = "0123456789".repeat(100_000);
  for (let seq = 1; seq <= 110; seq++) {
    const events = [eventFor(A, seq, { data: { messageId: "m", text: `${seq} ${text}` } })];
    await log.append(changeFor(A, [1, 0], { events, summary: summaryFor(A, {}, seq) }));
  }
  const { epoch } = log;
  await log.close();
  scene.witness(epoch, 110);
  expect(statSync(scene.path).size).toBeGreaterThan(100 * 1024 * 1024);
  expect(makeBackup(scene.places, { now: NOW, reason: "request" })).toMatchObject({ events: 110 });
  scene.damage((bytes) => {
    const at = bytes.indexOf("0123456789", bytes.length / 2);
    return bytes.fill(0, at, at + 10);
  });
  expect(scene.recover()).toMatchObject({ events: { found: 110, lost: 0, fromGeneration: 1 }, newEpoch: false });
});
