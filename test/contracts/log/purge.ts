// What is removed for good, and what stays because others need it.
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Log, Purged } from "../../../src/log/index.ts";
import {
  A,
  B,
  bare,
  bytesOf,
  C,
  changeFor,
  eventFor,
  runOf,
  seqsOf,
  stateAt,
  summaryFor,
  workspaceOf,
} from "./samples.ts";
import { trashed } from "./shelves.ts";
import type { Subject } from "./subject.ts";

const seqs = (log: Log, session: string): number[] => seqsOf(log.read({ session, after: 0, limit: 9999 }).events);

/** Into the trash, and out of it for good. */
async function purge(log: Log, ids: readonly string[]): Promise<Purged> {
  for (const id of ids) {
    const row = log.summary(id);
    if (row) await log.append(bare(id, { summary: { ...summaryFor(id, { name: row.name }, row.head), ...trashed } }));
  }
  return log.purge(ids);
}

export function describePurge(subject: Subject): void {
  describe("purge", () => {
    const forkOf = (fork: string, base: { session: string; seq: number }, own: number) =>
      subject.log.append(changeFor(fork, [base.seq + 1, base.seq + own], { base }));

    test("nothing of a session is left, and others have everything", async () => {
      const receipt = { command: "c1", session: A, bodyHash: "h", answer: "{}" };
      const named = { summary: summaryFor(A, { name: "gone", nativeId: "n1" }, 1200) };
      const rest = { receipt, snapshot: stateAt(1200), workspace: workspaceOf("w1", { activeSessionId: A }), ...named };
      await subject.log.append(changeFor(A, [1, 1200], rest));
      await subject.log.append(changeFor(B, [1, 3], { receipt: { ...receipt, command: "c2", session: B } }));
      expect(await purge(subject.log, [A, "never"])).toEqual({ sessions: 1, events: 1200, kept: 0 });
      const stored = await subject.stored();
      expect([stored.summary(A), stored.snapshot(A), stored.receipt("c1")]).toEqual([null, null, null]);
      expect([seqs(stored, A), stored.candidates("gone"), stored.names("w1"), stored.sessionIds({})]).toEqual([
        [],
        [],
        [],
        [B],
      ]);
      expect([stored.sessionOfNative("demo", "n1"), stored.workspace("w1")?.activeSessionId]).toEqual([null, null]);
      expect(stored.readCommits({ after: 0, limit: 10 }).events.map(({ session }) => session)).toEqual([B, B, B]);
      expect([seqs(stored, B), stored.receipt("c2")?.session, stored.verify(B)]).toEqual([[1, 2, 3], B, null]);
    });

    test("commit numbers are never used again, and who reads along by them misses nothing", async () => {
      await subject.log.append(changeFor(B, [1, 1]));
      const { lastCommit: before } = await subject.log.append(changeFor(A, [1, 5]));
      await purge(subject.log, [A]);
      const stored = await subject.stored();
      expect(stored.lastCommit()).toBe(before);
      const { lastCommit } = await stored.append(changeFor(B, [2, 2]));
      expect(lastCommit).toBe(before + 1);
      const page = stored.readCommits({ after: 3, limit: 10 });
      expect([page.events.map(({ commit }) => commit), page.lastCommit, page.more]).toEqual([
        [before + 1],
        before + 1,
        false,
      ]);
      expect(stored.readCommits({ after: 0, limit: 10, sessions: [A, B] }).events).toHaveLength(2);
    });

    test("a session that an agent works in is left alone", async () => {
      await subject.log.append(changeFor(A, [1, 2], { run: runOf(A) }));
      expect(await purge(subject.log, [A])).toEqual({ sessions: 0, events: 0, kept: 0 });
      expect(seqs(await subject.stored(), A)).toEqual([1, 2]);
    });

    test("what is not in the trash is left alone", async () => {
      await subject.log.append(changeFor(A, [1, 2]));
      await subject.log.append(changeFor(B, [1, 2], { summary: { ...summaryFor(B, {}, 2), shelf: "archived" } }));
      expect(await subject.log.purge([A, B])).toEqual({ sessions: 0, events: 0, kept: 0 });
      const stored = await subject.stored();
      expect([seqs(stored, A), seqs(stored, B)]).toEqual([
        [1, 2],
        [1, 2],
      ]);
    });

    test("nothing is written to a session that is gone, or that forks alone have", async () => {
      await subject.log.append(changeFor(A, [1, 5]));
      await forkOf(B, { session: A, seq: 3 }, 1);
      await purge(subject.log, [A]);
      await expect(subject.log.append(changeFor(A, [6, 6]))).rejects.toMatchObject({ code: "session_gone" });
      await expect(subject.log.append(changeFor(A, [4, 4]))).rejects.toMatchObject({ code: "session_gone" });
      await expect(forkOf(C, { session: A, seq: 2 }, 1)).rejects.toMatchObject({ code: "invalid_change" });
    });

    test("forks keep what they stand on, and it goes with the last of them", async () => {
      await subject.log.append(changeFor(A, [1, 10]));
      await forkOf(B, { session: A, seq: 4 }, 2);
      await forkOf(C, { session: B, seq: 3 }, 1);
      expect(await purge(subject.log, [A])).toEqual({ sessions: 0, events: 6, kept: 1 });
      let stored = await subject.stored();
      expect([stored.summary(A), seqs(stored, A), stored.sessionIds({}).length]).toEqual([null, [], 2]);
      expect([seqs(stored, B), seqs(stored, C)]).toEqual([
        [1, 2, 3, 4, 5, 6],
        [1, 2, 3, 4],
      ]);
      expect([stored.verify(B), stored.verify(C)]).toEqual([null, null]);
      expect(await purge(stored, [B])).toEqual({ sessions: 1, events: 3, kept: 1 });
      stored = await subject.stored();
      expect([seqs(stored, C), stored.verify(C)]).toEqual([[1, 2, 3, 4], null]);
      expect(await purge(stored, [C])).toEqual({ sessions: 2, events: 4, kept: 0 });
      stored = await subject.stored();
      expect(stored.readCommits({ after: 0, limit: 10 }).events).toEqual([]);
    });

    test("a long text goes when nothing refers to it any more", async () => {
      const bytes = bytesOf("long");
      const hash = createHash("sha256").update(bytes).digest("hex");
      const data = { messageId: "m1", text: "lo", blobs: [{ at: "/text", from: 0, to: 2, hash, bytes: 4 }] };
      const referring = (session: string) =>
        subject.log.append(bare(session, { events: [eventFor(session, 1, { data })], blobs: [{ hash, bytes }] }));
      await referring(A);
      await referring(B);
      const hour = 60 * 60_000;
      await purge(subject.log, [A]);
      for (const n of [1, 2, 3]) await subject.log.collectGarbage(n * hour);
      expect(subject.log.blob(hash)?.bytes).toBe(4);
      await purge(subject.log, [B]);
      for (const n of [4, 5, 6]) await subject.log.collectGarbage(n * hour);
      expect(subject.log.blob(hash)).toBeNull();
    });

    test("in any tree of forks, whatever goes in whatever order, the rest reads as before", async () => {
      const idOf = (n: number, round: number): string =>
        `${String(round).padStart(8, "0")}-0000-4000-8000-${String(n).padStart(12, "0")}`;
      let round = 0;
      const tree = fc.array(fc.record({ parent: fc.nat(), at: fc.nat(), own: fc.integer({ min: 1, max: 4 }) }), {
        minLength: 1,
        maxLength: 6,
      });
      await fc.assert(
        fc.asyncProperty(tree, fc.array(fc.nat(), { maxLength: 6 }), async (nodes, order) => {
          const { log } = subject;
          round++;
          const heads: number[] = [];
          for (const [n, { parent, at, own }] of nodes.entries()) {
            const from = n === 0 ? 0 : 1 + (at % (heads[parent % n] ?? 1));
            const base = n === 0 ? {} : { base: { session: idOf(parent % n, round), seq: from } };
            await log.append(changeFor(idOf(n, round), [from + 1, from + own], base));
            heads.push(from + own);
          }
          const linesOf = (n: number): string[] =>
            log.read({ session: idOf(n, round), after: 0, limit: 99 }).events.map(({ line }) => line);
          const before = nodes.map((_, n) => linesOf(n));
          const gone = new Set<number>();
          for (const pick of order) {
            gone.add(pick % nodes.length);
            await purge(log, [idOf(pick % nodes.length, round)]);
            for (const n of nodes.keys()) {
              expect(linesOf(n)).toEqual(gone.has(n) ? [] : before[n]);
              expect(log.verify(idOf(n, round))).toBeNull();
            }
          }
          await purge(
            log,
            nodes.map((_, n) => idOf(n, round)),
          );
          expect(log.readCommits({ after: 0, limit: 9 }).events).toEqual([]);
        }),
        { numRuns: 12 },
      );
    });
  });
}
