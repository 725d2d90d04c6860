// A fork is a reference: it has the events of another session up to its base, and its own from the next seq on.
import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type { Log, ReadQuery, StoredEvent } from "../../../src/log/index.ts";
import { A, B, bytesOf, C, changeFor, eventFor, pages, seqsOf, stateAt } from "./samples.ts";
import type { Subject } from "./subject.ts";

const D = "dddddddd-0000-4000-8000-000000000004";

/** The sessions that wrote the events of a log, with the seqs of each. */
function origins(log: Log, session: string): [session: string, from: number, to: number][] {
  const runs: [string, number, number][] = [];
  for (const event of log.read({ session, after: 0, limit: 10_000 }).events) {
    const last = runs.at(-1);
    if (last?.[0] === event.session) last[2] = event.seq;
    else runs.push([event.session, event.seq, event.seq]);
  }
  return runs;
}

export function describeForks(subject: Subject): void {
  describe("forks", () => {
    /** A has ten events; B is a fork of it after the sixth and has three of its own. */
    beforeEach(async () => {
      await subject.log.append(changeFor(A, [1, 10]));
      await subject.log.append(changeFor(B, [7, 9], { base: { session: A, seq: 6 } }));
    });

    test("have what was there before them, each event as it was written, and then their own", async () => {
      const stored = await subject.stored();
      const [original, fork] = [A, B].map((session) => stored.read({ session, after: 0, limit: 100 }));
      expect(original).toMatchObject({ firstSeq: 1, head: 10, more: false });
      expect(fork).toMatchObject({ firstSeq: 1, head: 9, more: false });
      expect(fork?.events.slice(0, 6)).toEqual(original?.events.slice(0, 6));
      expect(origins(stored, B)).toEqual([
        [A, 1, 6],
        [B, 7, 9],
      ]);
      expect(JSON.parse(fork?.events[6]?.line ?? "")).toEqual(eventFor(B, 7));
    });

    test("go on by themselves, and so does what they came from", async () => {
      await subject.log.append(changeFor(A, [11, 12]));
      await subject.log.append(changeFor(B, [10, 10]));
      const stored = await subject.stored();
      await stored.append(changeFor(B, [11, 14]));
      expect(origins(stored, A)).toEqual([[A, 1, 12]]);
      expect(origins(stored, B)).toEqual([
        [A, 1, 6],
        [B, 7, 14],
      ]);
      await expect(stored.append(changeFor(B, [14, 14]))).rejects.toMatchObject({ code: "seq_conflict" });
    });

    test("have a head of their own, which is known without a read; one that is inherited has no commit", async () => {
      await subject.log.append({ ...changeFor(C, [9, 8]), base: { session: A, seq: 8 } });
      const { log } = subject;
      const commitOf = (session: string, seq: number) =>
        log.read({ session, after: seq - 1, limit: 1 }).events[0]?.commit;
      expect(Object.fromEntries(log.heads([A, "gone", B, C]))).toEqual({
        [A]: { seq: 10, commit: commitOf(A, 10) },
        [B]: { seq: 9, commit: commitOf(B, 9) },
        [C]: { seq: 8, commit: null },
      });
    });

    test("are read in pages across the border, in either direction", async () => {
      const stored = await subject.stored();
      expect(pages(stored, { session: B, after: 0, limit: 4 })).toEqual([[1, 2, 3, 4], [5, 6, 7, 8], [9]]);
      expect(pages(stored, { session: B, before: 99, limit: 4 })).toEqual([[6, 7, 8, 9], [2, 3, 4, 5], [1]]);
      expect(pages(stored, { session: B, after: 0, limit: 6 })).toEqual([
        [1, 2, 3, 4, 5, 6],
        [7, 8, 9],
      ]);
      expect(pages(stored, { session: B, before: 7, limit: 6 })).toEqual([[1, 2, 3, 4, 5, 6]]);
      expect(pages(stored, { session: B, before: 10, limit: 3 })).toEqual([
        [7, 8, 9],
        [4, 5, 6],
        [1, 2, 3],
      ]);
      const bytes = Buffer.byteLength(stored.read({ session: B, after: 5, limit: 1 }).events[0]!.line);
      const two = { limit: 9, maxBytes: bytes * 2 };
      expect(seqsOf(stored.read({ session: B, after: 5, ...two }).events)).toEqual([6, 7]);
      expect(seqsOf(stored.read({ session: B, before: 8, ...two }).events)).toEqual([6, 7]);
    });

    test("are not repeated among the commits", async () => {
      const stored = await subject.stored();
      const { events, lastCommit } = stored.readCommits({ after: 0, limit: 100 });
      expect(events.map(({ session, seq }) => `${session === A ? "A" : "B"}${seq}`).join(" ")).toBe(
        "A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 B7 B8 B9",
      );
      expect(lastCommit).toBe(13);
      expect(seqsOf(stored.readCommits({ after: 0, limit: 100, sessions: [B] }).events)).toEqual([7, 8, 9]);
      expect(seqsOf(stored.readCommits({ after: 11, limit: 100, sessions: [B, A] }).events)).toEqual([8, 9]);
    });

    test("begin without an event of their own, if they like", async () => {
      await subject.log.append(changeFor(C, [1, 0], { base: { session: B, seq: 9 } }));
      const stored = await subject.stored();
      expect(stored.read({ session: C, after: 7, limit: 9 })).toMatchObject({
        head: 9,
        events: [{ seq: 8 }, { seq: 9 }],
      });
      await stored.append(changeFor(C, [10, 10]));
      expect(origins(stored, C)).toEqual([
        [A, 1, 6],
        [B, 7, 9],
        [C, 10, 10],
      ]);
      expect(stored.verify(C)).toBeNull();
    });

    test("can branch off anywhere in a fork: in its own events, at its border, and in what it inherits", async () => {
      for (const [id, seq] of [
        ["c-own", 8],
        ["c-border", 6],
        ["c-inherited", 3],
      ] as const)
        await subject.log.append(changeFor(id, [seq + 1, seq + 2], { base: { session: B, seq } }));
      const stored = await subject.stored();
      expect(origins(stored, "c-own")).toEqual([
        [A, 1, 6],
        [B, 7, 8],
        ["c-own", 9, 10],
      ]);
      expect(origins(stored, "c-border")).toEqual([
        [A, 1, 6],
        ["c-border", 7, 8],
      ]);
      expect(origins(stored, "c-inherited")).toEqual([
        [A, 1, 3],
        ["c-inherited", 4, 5],
      ]);
      expect(["c-own", "c-border", "c-inherited"].map((id) => stored.verify(id))).toEqual([null, null, null]);
    });

    test("of forks, a thousand deep, are read like any other", async () => {
      const depth = 1000;
      const idOf = (n: number): string => `deep-${n}`;
      await subject.log.append(changeFor(idOf(0), [1, 1]));
      const changes = Array.from({ length: depth }, (_, n) =>
        changeFor(idOf(n + 1), [n + 2, n + 2], { base: { session: idOf(n), seq: n + 1 } }),
      );
      await Promise.all(changes.map((change) => subject.log.append(change)));
      const stored = await subject.stored();
      const { events, head, firstSeq } = stored.read({ session: idOf(depth), after: 0, limit: 5000 });
      expect([events.length, head, firstSeq]).toEqual([depth + 1, depth + 1, 1]);
      expect(events.every(({ session, seq }) => session === idOf(seq - 1))).toBe(true);
      expect(stored.verify(idOf(depth))).toBeNull();
    });

    test.for<[why: string, change: Parameters<typeof changeFor>]>([
      ["a session that is not there", [D, [2, 2], { base: { session: C, seq: 1 } }]],
      ["an event that is not there yet", [D, [12, 12], { base: { session: A, seq: 11 } }]],
      ["an event of a fork that is not there yet", [D, [11, 11], { base: { session: B, seq: 10 } }]],
      ["nothing", [D, [1, 1], { base: { session: A, seq: 0 } }]],
      ["half an event", [D, [2, 2], { base: { session: A, seq: 1.5 } }]],
      ["itself", [D, [2, 2], { base: { session: D, seq: 1 } }]],
    ])("%s can't be a base", async ([, change]) => {
      await expect(subject.log.append(changeFor(...change))).rejects.toMatchObject({ code: "invalid_change" });
      const stored = await subject.stored();
      expect([stored.summary(D), stored.lastCommit()]).toEqual([null, 13]);
    });

    test("a session that is there can't become a fork, nor a fork another one", async () => {
      for (const [session, head] of [
        [A, 10],
        [B, 9],
      ] as const) {
        const base = { session: A, seq: head };
        await expect(subject.log.append(changeFor(session, [head + 1, head + 1], { base }))).rejects.toMatchObject({
          code: "invalid_change",
          message: expect.stringContaining("exists already"),
        });
      }
      const stored = await subject.stored();
      expect([A, B].map((session) => stored.read({ session, after: 0, limit: 1 }).head)).toEqual([10, 9]);
    });

    test("the first event of a fork has the seq after its base", async () => {
      for (const seq of [1, 6, 8])
        await expect(
          subject.log.append(changeFor(D, [seq, seq], { base: { session: A, seq: 6 } })),
        ).rejects.toMatchObject({ code: "seq_conflict" });
      expect((await subject.stored()).summary(D)).toBeNull();
    });

    test("a base and its fork can come in the same turn", async () => {
      await Promise.all([
        subject.log.append(changeFor(C, [1, 3])),
        subject.log.append(changeFor(D, [3, 4], { base: { session: C, seq: 2 } })),
        subject.log.append(changeFor(C, [4, 4])),
      ]);
      expect(origins(await subject.stored(), D)).toEqual([
        [C, 1, 2],
        [D, 3, 4],
      ]);
    });

    test("have snapshots, list rows and receipts of their own", async () => {
      await subject.log.append(changeFor(A, [1, 0], { snapshot: stateAt(10) }));
      expect((await subject.stored()).snapshot(B)).toBeNull();
      const log = await subject.stored();
      await log.append(changeFor(B, [10, 10], { snapshot: stateAt(10) }));
      const stored = await subject.stored();
      expect(stored.snapshot(B)).toEqual(stateAt(10));
      expect(stored.sessionIds({})).toEqual([B, A]);
      expect(stored.summary(B)).toMatchObject({ id: B, head: 10 });
    });

    test("long texts that only inherited events refer to stay", async () => {
      const bytes = bytesOf("a long text");
      const hash = createHash("sha256").update(bytes).digest("hex");
      const blobs = [{ at: "/text", from: 0, to: 1, hash, bytes: bytes.length }];
      const referring = eventFor(A, 11, { data: { text: "a", blobs } });
      await subject.log.append(changeFor(A, [11, 11], { events: [referring], blobs: [{ hash, bytes }] }));
      await subject.log.append(changeFor(C, [12, 12], { base: { session: A, seq: 11 } }));
      const log = await subject.stored();
      for (let hour = 0; hour < 5; hour++) expect(await log.collectGarbage(hour * 60 * 60_000)).toBe(0);
      expect(Buffer.concat([...(log.blob(hash)?.parts() ?? [])]).toString()).toBe("a long text");
    });

    test("any window of any session in any tree of forks is what was written there", async () => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(growth, { maxLength: 14 }), windows, async (growths, asked) => {
          const log = await subject.stored();
          const model = await grow(log, growths, round++);
          const stored = await subject.stored();
          for (const [session, events] of model) {
            expect(stored.verify(session)).toBeNull();
            for (const window of asked) expect(stored.read(queryOf(session, window))).toEqual(pageOf(events, window));
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}

interface Growth {
  /** Which session grows, or is forked: the nth of those that are there. */
  nth: number;
  count: number;
  /** Where in the session a fork branches off, as a share of its length; null when it only grows. */
  at: number | null;
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const growth: fc.Arbitrary<Growth> = fc.record({
  nth: fc.nat(20),
  count: fc.nat(4),
  at: fc.option(share),
});

interface Window {
  isForward: boolean;
  cursor: number;
  limit: number;
  maxBytes: number;
}

const windows = fc.array(
  fc.record({
    isForward: fc.boolean(),
    cursor: fc.nat(40),
    limit: fc.integer({ min: 1, max: 12 }),
    maxBytes: fc.nat(3000),
  }),
  { minLength: 4, maxLength: 12 },
);

type Written = Pick<StoredEvent, "session" | "seq" | "line">;

/** Grows a tree of sessions, and keeps of each what it should have: a whole copy. */
async function grow(log: Log, growths: readonly Growth[], round: number): Promise<Map<string, Written[]>> {
  const model = new Map<string, Written[]>();
  const add = async (session: string, events: readonly Written[], count: number, seq: number | null, of = "") => {
    const head = events.length;
    const change = changeFor(session, [head + 1, head + count], seq === null ? {} : { base: { session: of, seq } });
    await log.append(change);
    const own = change.events.map((event) => ({ session, seq: event.seq, line: JSON.stringify(event) }));
    model.set(session, [...events, ...own]);
  };
  await add(`tree-${round}-0`, [], 3, null);
  for (const { nth, count, at } of growths) {
    const ids = [...model.keys()];
    const session = ids[nth % ids.length]!;
    const events = model.get(session)!;
    const seq = at === null ? null : 1 + Math.floor(at * (events.length - 1));
    if (seq === null) await add(session, events, count, null);
    else await add(`tree-${round}-${ids.length}`, events.slice(0, seq), count, seq, session);
  }
  return model;
}

function queryOf(session: string, { isForward, cursor, limit, maxBytes }: Window): ReadQuery {
  return { session, limit, maxBytes, ...(isForward ? { after: cursor } : { before: cursor }) };
}

/** The page that a log with these events must give. */
function pageOf(events: readonly Written[], { isForward, cursor, limit, maxBytes }: Window): unknown {
  const rest = isForward
    ? events.filter(({ seq }) => seq > cursor)
    : events.filter(({ seq }) => seq < cursor).toReversed();
  let bytes = 0;
  const fitting = rest.slice(0, limit).findIndex(({ line }, index) => {
    bytes += Buffer.byteLength(line);
    return index > 0 && bytes > maxBytes;
  });
  const taken = rest.slice(0, fitting === -1 ? limit : fitting);
  const given = (isForward ? taken : taken.toReversed()).map((event) => expect.objectContaining(event));
  return { events: given, firstSeq: 1, head: events.length, more: taken.length < rest.length };
}
