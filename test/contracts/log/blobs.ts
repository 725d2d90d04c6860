// Texts too long for their events: kept once, durable before the event that refers to them, and gone only when nothing needs them.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { NewBlob } from "../../../src/core/index.ts";
import type { Change, Log } from "../../../src/log/index.ts";
import { A, B, bare, bytesOf, changeFor, eventFor, runOf } from "./samples.ts";
import type { Subject } from "./subject.ts";

const HOUR_MS = 60 * 60_000;

const blobFrom = (bytes: Uint8Array): NewBlob => ({ hash: createHash("sha256").update(bytes).digest("hex"), bytes });

const referring = (session: string, seq: number, hashes: readonly string[], rest: Partial<Change> = {}): Change => {
  const blobs = hashes.map((hash) => ({ at: "/text", from: 0, to: 1, hash, bytes: 9 }));
  return changeFor(session, [1, 0], { events: [eventFor(session, seq, { data: { text: "x", blobs } })], ...rest });
};

/** Bytes that differ everywhere, so that a part in the wrong place shows. */
const manyBytes = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) & 0xff);

const contentOf = (log: Log, hash: string): Buffer => Buffer.concat([...(log.blob(hash)?.parts() ?? [])]);

async function write(log: Log, parts: readonly Uint8Array[]): Promise<{ hash: string; bytes: number }> {
  const writer = log.openBlob();
  for (const part of parts) await writer.write(part);
  return writer.finish();
}

export function describeBlobs(subject: Subject): void {
  describe("blobs", () => {
    test("one that comes with its event is there with it", async () => {
      const blob = blobFrom(manyBytes(700_000));
      await subject.log.append(referring(A, 1, [blob.hash], { blobs: [blob] }));
      const stored = await subject.stored();
      expect(stored.blob(blob.hash)?.bytes).toBe(700_000);
      expect(contentOf(stored, blob.hash).equals(blob.bytes)).toBe(true);
      for (const part of stored.blob(blob.hash)!.parts()) expect(part.length).toBeLessThanOrEqual(256 * 1024);
    });

    test("one that is not there is null", () => {
      expect(subject.log.blob("0".repeat(64))).toBeNull();
    });

    test("a long one is written ahead, part by part, whatever the parts, and has its name at its end", async () => {
      const bytes = manyBytes(900_001);
      const cuts = [bytes.subarray(0, 1), bytes.subarray(1, 600_000), bytes.subarray(600_000)];
      const { hash, bytes: length } = await write(subject.log, cuts);
      expect([hash, length]).toEqual([blobFrom(bytes).hash, 900_001]);
      await subject.log.append(referring(A, 1, [hash]));
      const stored = await subject.stored();
      expect(contentOf(stored, hash).equals(bytes)).toBe(true);
    });

    test("one without bytes is one, too", async () => {
      const { hash } = await write(subject.log, []);
      expect(subject.log.blob(hash)?.bytes).toBe(0);
      expect(contentOf(subject.log, hash)).toHaveLength(0);
    });

    test("the same content is one blob, however it came", async () => {
      const blob = blobFrom(manyBytes(300_000));
      await subject.log.append(referring(A, 1, [blob.hash], { blobs: [blob] }));
      expect(await write(subject.log, [blob.bytes])).toEqual({ hash: blob.hash, bytes: 300_000 });
      await subject.log.append(referring(B, 1, [blob.hash], { blobs: [blob, blob] }));
      expect(contentOf(await subject.stored(), blob.hash).equals(blob.bytes)).toBe(true);
    });

    test("an event that refers to what is not there is refused, and harms no other", async () => {
      const hash = "ab".repeat(32);
      const results = await Promise.allSettled([
        subject.log.append(referring(A, 1, [hash])),
        subject.log.append(changeFor(B, [1, 1])),
      ]);
      expect(results).toMatchObject([{ reason: { code: "blob_missing" } }, { status: "fulfilled" }]);
      expect((await subject.stored()).summary(A)).toBeNull();
    });

    test("two long ones are written side by side, and others go on meanwhile", async () => {
      const [one, two] = [manyBytes(400_000), manyBytes(500_000).map((byte) => byte ^ 1)];
      const [first, second] = [subject.log.openBlob(), subject.log.openBlob()];
      for (let from = 0; from < 500_000; from += 100_000) {
        await Promise.all([
          first.write(one.subarray(from, from + 100_000)),
          second.write(two.subarray(from, from + 100_000)),
          subject.log.append(changeFor(B, [from / 100_000 + 1, from / 100_000 + 1])),
        ]);
      }
      const hashes = [(await first.finish()).hash, (await second.finish()).hash];
      expect(hashes).toEqual([blobFrom(one).hash, blobFrom(two).hash]);
      await subject.log.append(referring(A, 1, hashes));
      const stored = await subject.stored();
      expect(contentOf(stored, hashes[0]!).equals(one) && contentOf(stored, hashes[1]!).equals(two)).toBe(true);
    });
  });

  describe("garbage", () => {
    test("a blob without a reference goes, but not before an hour has passed over it", async () => {
      const { hash } = await write(subject.log, [manyBytes(5_000_000)]);
      const kept = blobFrom(bytesOf("kept"));
      await subject.log.append(referring(A, 1, [kept.hash], { blobs: [kept] }));
      expect(await subject.log.collectGarbage(0)).toBe(0);
      expect(await subject.log.collectGarbage(1)).toBe(0);
      expect(await subject.log.collectGarbage(HOUR_MS)).toBe(0);
      expect(contentOf(subject.log, hash)).toHaveLength(5_000_000);
      expect(await subject.log.collectGarbage(2 * HOUR_MS)).toBe(1);
      expect(subject.log.blob(hash)).toBeNull();
      expect(await subject.log.collectGarbage(3 * HOUR_MS)).toBe(0);
      expect(contentOf(subject.log, kept.hash).toString()).toBe("kept");
    });

    test("a blob that an event refers to in the meantime stays", async () => {
      const { hash } = await write(subject.log, [bytesOf("late")]);
      for (const hours of [0, 1]) await subject.log.collectGarbage(hours * HOUR_MS);
      await subject.log.append(referring(A, 1, [hash]));
      for (const hours of [2, 3, 4]) expect(await subject.log.collectGarbage(hours * HOUR_MS)).toBe(0);
      expect(contentOf(subject.log, hash).toString()).toBe("late");
    });

    test("a blob that the driver of a run remembers stays as long as the run", async () => {
      const { hash } = await write(subject.log, [bytesOf("asked")]);
      const run = runOf(A, { protocol: { questions: [{ input: `begin:${hash}:5` }] } });
      await subject.log.append(changeFor(A, [1, 0], { events: [eventFor(A, 1)], run }));
      for (const hours of [0, 1, 2, 3]) expect(await subject.log.collectGarbage(hours * HOUR_MS)).toBe(0);
      expect(contentOf(subject.log, hash).toString()).toBe("asked");
      await subject.log.append(bare(A, { endedRun: run.run }));
      for (const hours of [4, 5]) await subject.log.collectGarbage(hours * HOUR_MS);
      expect(subject.log.blob(hash)).toBeNull();
    });

    test("a blob that is written again has its hours again", async () => {
      const { hash } = await write(subject.log, [bytesOf("again")]);
      for (const hours of [0, 1]) await subject.log.collectGarbage(hours * HOUR_MS);
      await write(subject.log, [bytesOf("again")]);
      await subject.log.collectGarbage(2 * HOUR_MS);
      expect(contentOf(subject.log, hash).toString()).toBe("again");
    });

    test("never ahead of a reader", async () => {
      const bytes = manyBytes(800_000);
      const { hash } = await write(subject.log, [bytes]);
      for (const hours of [0, 1]) await subject.log.collectGarbage(hours * HOUR_MS);
      const parts = subject.log.blob(hash)!.parts();
      const read = [parts.next().value!];
      for (const hours of [2, 3]) expect(await subject.log.collectGarbage(hours * HOUR_MS)).toBe(0);
      read.push(...parts);
      expect(Buffer.concat(read).equals(bytes)).toBe(true);
      for (const hours of [4, 5]) await subject.log.collectGarbage(hours * HOUR_MS);
      expect(subject.log.blob(hash)).toBeNull();
    });

    test("a reader that stops early does not hold it for ever", async () => {
      const { hash } = await write(subject.log, [manyBytes(800_000)]);
      for (const _ of subject.log.blob(hash)!.parts()) break;
      for (const hours of [0, 1, 2, 3]) await subject.log.collectGarbage(hours * HOUR_MS);
      expect(subject.log.blob(hash)).toBeNull();
    });

    test("never ahead of a writer", async () => {
      const writer = subject.log.openBlob();
      await writer.write(bytesOf("half "));
      for (const hours of [0, 1, 2]) expect(await subject.log.collectGarbage(hours * HOUR_MS)).toBe(0);
      await writer.write(bytesOf("and half"));
      const { hash } = await writer.finish();
      expect(contentOf(subject.log, hash).toString()).toBe("half and half");
    });
  });
}
