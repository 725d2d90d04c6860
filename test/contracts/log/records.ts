// What changes together with events: receipts, runs, messages to agents, snapshots, workspaces.
import { describe, expect, test } from "vitest";
import { A, B, bare, bytesOf, C, changeFor, runOf, stateAt, workspaceOf } from "./samples.ts";
import type { Subject } from "./subject.ts";

export function describeRecords(subject: Subject): void {
  describe("receipts", () => {
    const receipt = { command: "c1", session: A, bodyHash: "h1", answer: '{"state":"queued"}' };

    test("are kept with the events of their command", async () => {
      await subject.log.append(changeFor(A, [1, 1], { receipt }));
      const stored = await subject.stored();
      expect(stored.receipt("c1")).toEqual(receipt);
      expect(stored.receipt("c2")).toBeNull();
    });

    test("are never replaced: a command that has one is not carried out again", async () => {
      const results = await Promise.allSettled([
        subject.log.append(changeFor(A, [1, 1], { receipt })),
        subject.log.append(changeFor(B, [1, 1], { receipt: { ...receipt, session: B } })),
      ]);
      expect(results).toMatchObject([{ status: "fulfilled" }, { reason: { code: "receipt_conflict" } }]);
      const stored = await subject.stored();
      await expect(stored.append(changeFor(A, [2, 2], { receipt: { ...receipt, answer: "2" } }))).rejects.toMatchObject(
        { code: "receipt_conflict" },
      );
      expect(stored.receipt("c1")).toEqual(receipt);
      expect(stored.read({ session: A, after: 0, limit: 9 }).head).toBe(1);
      expect(stored.summary(B)).toBeNull();
    });
  });
  describe("runs", () => {
    const hello = { run: "run-1", offset: 0, bytes: bytesOf("hello") };
    const world = { run: "run-1", offset: 5, bytes: bytesOf("world!") };

    test("are inserted, replaced and kept with what their driver remembers", async () => {
      const protocol = { pending: [1], open: { a: null } };
      await subject.log.append(bare(A, { run: runOf(A) }));
      await subject.log.append(bare(B, { run: runOf(B, { run: "run-2", protocol: undefined }) }));
      await subject.log.append(bare(A, { run: runOf(A, { outOffset: 2 ** 40, inOffset: 11, protocol }) }));
      expect((await subject.stored()).runs()).toEqual([
        runOf(A, { outOffset: 2 ** 40, inOffset: 11, protocol }),
        runOf(B, { run: "run-2" }),
      ]);
    });

    test("keep a message until it is written to its end", async () => {
      await subject.log.append(bare(A, { run: runOf(A), outbox: [world, hello] }));
      await subject.log.append(bare(B, { outbox: [{ ...hello, run: "run-2" }] }));
      await subject.log.append(bare(A, { written: { run: "run-1", upTo: 4 } }));
      expect((await subject.stored()).outbox("run-1")).toEqual([hello, world]);
    });

    test("lose a message that is written, and no other", async () => {
      await subject.log.append(bare(A, { run: runOf(A), outbox: [hello, world] }));
      await subject.log.append(bare(B, { outbox: [{ ...hello, run: "run-2" }] }));
      await subject.log.append(bare(A, { written: { run: "run-1", upTo: 10 } }));
      const stored = await subject.stored();
      expect(stored.outbox("run-1")).toEqual([world]);
      expect(stored.outbox("run-2")).toHaveLength(1);
      await stored.append(bare(A, { written: { run: "run-1", upTo: 11 } }));
      expect(stored.outbox("run-1")).toEqual([]);
    });

    test("go with their outbox when they end", async () => {
      await subject.log.append(bare(A, { run: runOf(A), outbox: [hello, world] }));
      await subject.log.append(bare(B, { run: runOf(B, { run: "run-2" }), outbox: [{ ...hello, run: "run-2" }] }));
      await subject.log.append(bare(A, { run: runOf(A, { outOffset: 7 }), endedRun: "run-1" }));
      const stored = await subject.stored();
      expect(stored.runs()).toEqual([runOf(B, { run: "run-2" })]);
      expect(stored.outbox("run-1")).toEqual([]);
      expect(stored.outbox("run-2")).toHaveLength(1);
    });

    test("carry any bytes, also none", async () => {
      const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
      const outbox = [
        { run: "run-1", offset: 0, bytes: all },
        { run: "run-1", offset: 256, bytes: new Uint8Array() },
      ];
      await subject.log.append(bare(A, { run: runOf(A), outbox }));
      expect((await subject.stored()).outbox("run-1")).toEqual(outbox);
    });
  });
  describe("snapshots", () => {
    test("the newest wins", async () => {
      await subject.log.append(changeFor(A, [1, 1], { snapshot: stateAt(1) }));
      await subject.log.append(changeFor(A, [2, 3], { snapshot: { ...stateAt(3), message: { last: null } as never } }));
      await subject.log.append(changeFor(A, [4, 4], { snapshot: stateAt(2) }));
      expect((await subject.stored()).snapshot(A)).toEqual({ ...stateAt(3), message: { last: null } });
    });
  });
  describe("workspaces", () => {
    test("are inserted, replaced and read", async () => {
      const repoId = "r1";
      await subject.log.append(bare(A, { workspace: workspaceOf("w1") }));
      await subject.log.append(
        bare(A, { workspace: workspaceOf("w1", { repoId, path: "/elsewhere", activeSessionId: A }) }),
      );
      const stored = await subject.stored();
      expect(stored.workspace("w1")).toEqual(workspaceOf("w1", { repoId, path: "/elsewhere", activeSessionId: A }));
      expect(stored.workspace("w2")).toBeNull();
    });

    test("the session that is active anywhere is that of the workspace written last", async () => {
      expect(subject.log.activeAnywhere()).toBeNull();
      const later = "2027-01-01T00:00:00.000Z";
      await subject.log.append(
        bare(A, { workspace: workspaceOf("w1", { activeSessionId: A, lastAttachedAt: later }) }),
      );
      await subject.log.append(bare(B, { workspace: workspaceOf("w2", { activeSessionId: B }) }));
      await subject.log.append(bare(C, { workspace: workspaceOf("w3") }));
      const stored = await subject.stored();
      expect(stored.activeAnywhere()).toBe(B);
      await stored.append(bare(A, { workspace: workspaceOf("w1", { activeSessionId: A }) }));
      expect(stored.activeAnywhere()).toBe(A);
    });
  });
}
