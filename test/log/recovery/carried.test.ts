// What else a recovery carries over besides events, and what it must not.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Change, Log } from "../../../src/log/index.ts";
import { makeBackup } from "../../../src/log/sqlite/backup/make-backup.ts";
import { bytesOf, runOf } from "../../contracts/log/samples.ts";
import { idOf, NOW, PAGE, Scene } from "./scene.ts";

const A = idOf(0);

async function append(scene: Scene, rest: (log: Log) => Partial<Change>): Promise<void> {
  const log = scene.open();
  const listed = log.summary(A);
  if (!listed) throw new Error("there is no such session");
  const { active: _, ...summary } = listed;
  await log.append({ session: A, events: [], summary, isBusy: true, ...rest(log) });
  const { epoch } = log;
  const lastCommit = log.lastCommit();
  await log.close();
  scene.witness(epoch, lastCommit);
}

const tables = ["receipts", "runs", "outbox", "workspaces", "blobs", "blob_parts", "blob_refs"];
const everything = (scene: Scene): unknown[] =>
  tables.map((table) => scene.rows(`SELECT * FROM ${table} ORDER BY 1, 2, 3`));

const message = (seq: number, data: Record<string, unknown>) => ({
  session: A,
  seq,
  at: NOW,
  type: "agent_message",
  by: { kind: "agent" as const },
  data: { messageId: "m", text: "…", ...data },
});

function longText(length: number): { hash: string; bytes: Uint8Array; reference: object } {
  const bytes = bytesOf("long ".repeat(length / 5));
  const hash = createHash("sha256").update(bytes).digest("hex");
  return { hash, bytes, reference: { at: "/text", from: 0, to: 1, hash, bytes: bytes.length } };
}

test("receipts, runs, messages on their way, workspaces, long texts and files of prompts stay", async () => {
  const scene = new Scene();
  await scene.fill({ sessions: 2, events: 60 });
  const { hash, bytes, reference } = longText(700_000);
  const file = longText(5_000);
  const files = [{ name: "a.txt", mediaType: "text/plain", hash: file.hash, bytes: file.bytes.length }];
  const prompt = { ...message(62, {}), type: "user_prompt", data: { promptId: "p1", text: "look", turn: "t1", files } };
  await append(scene, () => ({
    events: [message(61, { blobs: [reference] }), prompt],
    blobs: [{ hash, bytes }, file],
    run: runOf(A, { outOffset: 17, protocol: { turn: 3 } }),
    outbox: [{ run: "run-1", offset: 5, bytes: bytesOf("hello\n") }],
  }));
  const before = everything(scene);
  const [, , page = 0] = scene.pagesOf("events");
  scene.damage((file) => file.fill(0, (page - 1) * PAGE, page * PAGE));
  expect(scene.recover()).toMatchObject({ newEpoch: false, lostBlobs: 0 });
  expect(everything(scene)).toEqual(before);
});

test("a long text that lost a part comes from a backup, or is counted", async () => {
  for (const hasBackup of [true, false]) {
    const scene = new Scene();
    await scene.fill({ sessions: 1, events: 5 });
    const { hash, bytes, reference } = longText(700_000);
    await append(scene, () => ({ events: [message(6, { blobs: [reference] })], blobs: [{ hash, bytes }] }));
    if (hasBackup) makeBackup(scene.places, { now: NOW, reason: "request" });
    scene.damage((file) => {
      const at = file.indexOf("long long ", file.length / 2);
      return file.fill(0, at, at + 100);
    });
    const report = scene.recover();
    const log = scene.open();
    const stored = log.blob(hash);
    expect(stored ? Buffer.concat([...stored.parts()]).equals(bytes) : null).toBe(hasBackup ? true : null);
    expect(report?.lostBlobs).toBe(hasBackup ? 0 : 1);
    await log.close();
  }
});

test("a run whose end is not known is not taken up: what the agent was told since is lost", async () => {
  const scene = new Scene();
  await scene.fill({ sessions: 1, events: 30 });
  await append(scene, () => ({ run: runOf(A), outbox: [{ run: "run-1", offset: 0, bytes: bytesOf("hello\n") }] }));
  scene.witness(String(scene.rows("SELECT epoch FROM meta")[0]?.epoch), 33);
  expect(scene.start()).toMatchObject({ newEpoch: true, lostWithoutPlace: 3 });
  expect(scene.rows("SELECT * FROM runs")).toEqual([]);
  expect(scene.rows("SELECT * FROM outbox")).toEqual([]);
  expect(scene.rows("SELECT busy FROM sessions")).toEqual([{ busy: 1 }]);
});
